import { randomUUID } from "node:crypto"
import { Clock, inject, KeyValue, PublicError } from "trivet"
import { AccessTokens, type TokenUser } from "./access-tokens.ts"
import { AuthSettings } from "./auth-settings.ts"
import { digest } from "./digest.ts"
import { leeway, Revocations } from "./revocations.ts"

/** What a client gets to keep calling: an access token, and a refresh token for the next pair. */
export interface TokenPair {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: "Bearer"
  readonly expires_in: number
}

interface Stored {
  readonly user_id: string
  readonly family: string
  /** When the family began: its tokens are over when all of the user's are ended after that. */
  readonly began: number
}

const longest = 64

/**
 * Refresh tokens: each is good for one pair. The tokens that follow from one login are a family. A token that is shown a
 * second time ends its family, because a thief's use and a lost reply look the same.
 */
export class RefreshTokens {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(KeyValue)
  readonly #clock = inject(Clock)
  readonly #access = inject(AccessTokens)
  readonly #revocations = inject(Revocations)

  /** The first pair of a new family. */
  async begin(user: TokenUser): Promise<TokenPair> {
    return this.#issue(user, { user_id: user.user_id, family: randomUUID(), began: this.#clock.now() })
  }

  /**
   * The next pair for a token, which is used up by this. `findUser` gives the user as he is now: a role may have changed.
   * Raises 401 for a token that is unknown, ended or used before.
   */
  async refresh(
    token: string,
    findUser: (userId: string) => Promise<TokenUser | undefined>,
  ): Promise<TokenPair> {
    if (token.length > longest) throw refused()
    const own = digest(token)
    const stored = await this.#take(own)
    if (stored === undefined || (await this.#isEnded(stored, own))) throw refused()
    const user = await findUser(stored.user_id)
    if (user === undefined) throw refused()
    const pair = await this.#issue(user, stored)
    // Ended while we issued: by a logout, and nobody may have the pair. Its tokens are of the family and dead already.
    if (await this.#isEnded(stored, own)) {
      await this.#access.revoke(pair.access_token)
      throw refused()
    }
    return pair
  }

  /** Ends the family of a token, access tokens among it. A token that is not good needs no ending. */
  async end(token: string): Promise<void> {
    if (token.length > longest) return
    const own = digest(token)
    const stored = (await this.#store.get(tokenKey(own))) ?? (await this.#store.get(usedKey(own)))
    if (stored !== undefined) await this.#revocations.endFamily((JSON.parse(stored) as Stored).family)
  }

  async #take(own: string): Promise<Stored | undefined> {
    // The mark comes first: of two callers at once, the one who finds the token gone must find the mark.
    const shown = await this.#store.get(tokenKey(own))
    if (shown !== undefined)
      await this.#store.set(usedKey(own), shown, { ttl: this.#settings.lifetimes.refresh + leeway })
    const taken = await this.#store.take(tokenKey(own))
    if (taken !== undefined) return JSON.parse(taken) as Stored
    const used = await this.#store.get(usedKey(own))
    // With the token's own digest: of many callers at once the one who took it still gets its pair, dead as it is.
    if (used !== undefined) await this.#revocations.endFamilyFor((JSON.parse(used) as Stored).family, own)
    return undefined
  }

  async #issue(user: TokenUser, stored: Stored): Promise<TokenPair> {
    const { access, refresh } = this.#settings.lifetimes
    const [access_token, refresh_token] = [await this.#access.issue(user, stored.family), randomUUID()]
    await this.#store.set(tokenKey(digest(refresh_token)), JSON.stringify(stored), { ttl: refresh })
    return { access_token, refresh_token, token_type: "Bearer", expires_in: access }
  }

  async #isEnded({ user_id, family, began }: Stored, own: string): Promise<boolean> {
    const [ended, over] = await Promise.all([
      this.#revocations.findFamilyEnd(family),
      this.#revocations.isOver(user_id, began),
    ])
    return over || (ended !== undefined && ended !== own)
  }
}

function refused(): PublicError {
  return new PublicError(401, "invalid refresh token")
}

function tokenKey(hashed: string): string {
  return `refresh:${hashed}`
}

function usedKey(hashed: string): string {
  return `refresh-used:${hashed}`
}
