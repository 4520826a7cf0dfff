import { randomUUID } from "node:crypto"
import { Clock, inject, KeyValue, PublicError } from "trivet"
import { AccessTokens, type TokenUser } from "./access-tokens.ts"
import { AuthSettings } from "./auth-settings.ts"
import { digest } from "./digest.ts"
import { UserEpochs } from "./user-epochs.ts"

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
  readonly #epochs = inject(UserEpochs)

  /** The first pair of a new family. */
  async begin(user: TokenUser): Promise<TokenPair> {
    return this.#issue(user, randomUUID())
  }

  /**
   * The next pair for a token, which is used up by this. `findUser` gives the user as he is now: a role may have changed.
   * Raises 401 for a token that is unknown, ended or used before.
   */
  async refresh(
    token: string,
    findUser: (userId: string) => Promise<TokenUser | undefined>,
  ): Promise<TokenPair> {
    const own = digest(token)
    const stored = token.length > longest ? undefined : await this.#take(own)
    if (stored === undefined || (await this.#isEnded(stored, own))) throw refused()
    const user = await findUser(stored.user_id)
    if (user === undefined) throw refused()
    const pair = await this.#issue(user, stored.family)
    const ended = await this.#store.get(endedKey(stored.family))
    // Ended while we issued: whoever ended it may have come too early to see the new access token.
    if (ended !== undefined) await this.#access.revoke(pair.access_token)
    if (ended !== undefined && ended !== own) throw refused()
    return pair
  }

  /** Ends the family of a token, and the newest access token of it. A token that is not good needs no ending. */
  async end(token: string): Promise<void> {
    if (token.length > longest) return
    const own = digest(token)
    const stored = (await this.#store.get(tokenKey(own))) ?? (await this.#store.get(usedKey(own)))
    if (stored === undefined) return
    const { family } = JSON.parse(stored) as Stored
    await this.#store.set(endedKey(family), "ended", { ttl: this.#markTtl() })
    await this.#endNewest(family)
  }

  async #take(own: string): Promise<Stored | undefined> {
    // The mark comes first: of two callers at once, the one who finds the token gone must find the mark.
    const shown = await this.#store.get(tokenKey(own))
    if (shown !== undefined) await this.#store.set(usedKey(own), shown, { ttl: this.#markTtl() })
    const taken = await this.#store.take(tokenKey(own))
    if (taken !== undefined) return JSON.parse(taken) as Stored
    const used = await this.#store.get(usedKey(own))
    if (used === undefined) return undefined
    const { family } = JSON.parse(used) as Stored
    // The token's own digest: of many callers at once the one who took it still gets its pair, dead as it is.
    await this.#store.add(endedKey(family), own, { ttl: this.#markTtl() })
    await this.#endNewest(family)
    return undefined
  }

  async #issue(user: TokenUser, family: string): Promise<TokenPair> {
    const { access, refresh } = this.#settings.lifetimes
    const [access_token, refresh_token] = [await this.#access.issue(user), randomUUID()]
    const stored: Stored = { user_id: user.user_id, family, began: this.#clock.now() }
    await this.#store.set(newestKey(family), digest(access_token), { ttl: access })
    await this.#store.set(tokenKey(digest(refresh_token)), JSON.stringify(stored), { ttl: refresh })
    return { access_token, refresh_token, token_type: "Bearer", expires_in: access }
  }

  async #isEnded({ user_id, family, began }: Stored, own: string): Promise<boolean> {
    const ended = await this.#store.get(endedKey(family))
    return (ended !== undefined && ended !== own) || this.#epochs.isOver(user_id, began)
  }

  async #endNewest(family: string): Promise<void> {
    const newest = await this.#store.take(newestKey(family))
    if (newest !== undefined) await this.#access.revokeDigest(newest)
  }

  /** A mark must outlive every token that it speaks of, also one that is issued at this moment. */
  #markTtl(): number {
    return this.#settings.lifetimes.refresh + 60
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

function endedKey(family: string): string {
  return `refresh-ended:${family}`
}

function newestKey(family: string): string {
  return `refresh-newest:${family}`
}
