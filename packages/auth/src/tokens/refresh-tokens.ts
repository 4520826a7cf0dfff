import { randomUUID } from "node:crypto"
import { Clock, inject, KeyValue } from "trivet"
import { AccessTokens, type TokenUser } from "./access-tokens.ts"
import { AuthSettings } from "../auth-settings.ts"
import { digest } from "../digest.ts"
import { InvalidRefreshToken } from "./invalid-refresh-token.ts"
import { type Generation, leeway, Revocations } from "./revocations.ts"

/** An access token, and a refresh token for the next pair, in the format of OAuth 2.0. */
export interface TokenPair {
  /** The access token. */
  readonly access_token: string
  /** The refresh token. It can be used once. */
  readonly refresh_token: string
  /** How to send the access token. */
  readonly token_type: "Bearer"
  /** The lifetime of the access token, in seconds. */
  readonly expires_in: number
}

interface Stored {
  readonly user_id: string
  readonly family: string
  /** When the family ends, however often it is refreshed. Milliseconds since 1970, like `expires`. */
  readonly ends: number
  /** When this token expires unless it is used. */
  readonly expires: number
  /** The user's generation at the login. */
  readonly generation: Generation
}

interface Taken {
  /** The record of the token, also if it was used before. */
  readonly stored: Stored | undefined
  readonly reused: boolean
}

const maxLength = 64

/**
 * Issues and exchanges refresh tokens. Each can be used once. The tokens that follow from one login are a family. If a
 * token is used a second time, its whole family becomes invalid, because the token may be stolen.
 */
export class RefreshTokens {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(KeyValue)
  readonly #clock = inject(Clock)
  readonly #access = inject(AccessTokens)
  readonly #revocations = inject(Revocations)

  /**
   * Issues the first pair of a family. Call it after a login. `generation` is that of the user before the password was
   * checked: `await revocations.generationOf(userId)`.
   */
  async create(user: TokenUser, generation: Generation): Promise<TokenPair> {
    const ends = this.#clock.now() + this.#settings.lifetimeSeconds.family * 1000
    return this.#issue(user, { family: randomUUID(), ends, generation })
  }

  /**
   * Exchanges a refresh token for the next pair. `findUser` returns the current user, whose role may have changed;
   * `undefined` rejects the token. Throws `InvalidRefreshToken`, a 401, if the token is unknown, expired, revoked or used.
   */
  async refresh(
    token: string,
    findUser: (userId: string) => Promise<TokenUser | undefined>,
  ): Promise<TokenPair> {
    if (token.length > maxLength) throw new InvalidRefreshToken({ reused: false, userId: undefined })
    const own = digest(token)
    const shown = await this.#store.get(tokenKey(own))
    // Before the token is consumed: if this fails, the client can retry with the same token.
    const user = shown === undefined ? undefined : await findUser((JSON.parse(shown) as Stored).user_id)
    const { stored, reused } = await this.#take(own, shown)
    const rejection = { reused, userId: stored?.user_id }
    if (stored === undefined || reused || user === undefined || (await this.#isEnded(stored, own)))
      throw new InvalidRefreshToken(rejection)
    const pair = await this.#issue(user, stored)
    // The family ended while the pair was issued, for example by a logout. The new refresh token is already invalid
    // with its family; the access token is revoked too, because short claims do not name the family.
    if (await this.#isEnded(stored, own)) {
      await this.#access.revoke(pair.access_token)
      throw new InvalidRefreshToken(rejection)
    }
    return pair
  }

  /** Ends the family of a token, its access tokens included: a logout. Does nothing if the token is unknown. */
  async revoke(token: string): Promise<void> {
    if (token.length > maxLength) return
    const own = digest(token)
    const text = (await this.#store.get(tokenKey(own))) ?? (await this.#store.get(usedKey(own)))
    if (text === undefined) return
    const { family, ends } = JSON.parse(text) as Stored
    await this.#revocations.endFamily(family, this.#until(ends))
  }

  async #take(own: string, shown: string | undefined): Promise<Taken> {
    // The mark is written first: with concurrent callers, the one that does not get the token must find the mark.
    if (shown !== undefined) {
      const { expires } = JSON.parse(shown) as Stored
      await this.#store.set(usedKey(own), shown, { seconds: this.#until(expires) + leeway })
    }
    const taken = await this.#store.take(tokenKey(own))
    if (taken !== undefined) return { stored: JSON.parse(taken) as Stored, reused: false }
    const used = await this.#store.get(usedKey(own))
    if (used === undefined) return { stored: undefined, reused: false }
    const stored = JSON.parse(used) as Stored
    // Marked with the digest of this token: with concurrent callers, the winner gets a pair that is already revoked.
    await this.#revocations.endFamilyFor(stored.family, own, this.#until(stored.ends))
    return { stored, reused: true }
  }

  async #issue(user: TokenUser, from: Omit<Stored, "user_id" | "expires">): Promise<TokenPair> {
    const { access, refresh } = this.#settings.lifetimeSeconds
    const { family, ends, generation } = from
    const access_token = await this.#access.create(user, generation, family)
    const refresh_token = randomUUID()
    const expires = this.#clock.now() + refresh * 1000
    const stored: Stored = { user_id: user.user_id, family, ends, expires, generation }
    await this.#store.set(tokenKey(digest(refresh_token)), JSON.stringify(stored), { seconds: refresh })
    return { access_token, refresh_token, token_type: "Bearer", expires_in: access }
  }

  async #isEnded({ user_id, family, ends, generation }: Stored, own: string): Promise<boolean> {
    if (this.#until(ends) === 0) return true
    const [ended, over] = await Promise.all([
      this.#revocations.findFamilyEnd(family),
      this.#revocations.isOver(user_id, generation),
    ])
    return over || (ended !== undefined && ended !== own)
  }

  /** Seconds until a time; 0 if it has passed or is missing. */
  #until(time: number): number {
    const left = time - this.#clock.now()
    return left > 0 ? left / 1000 : 0
  }
}

function tokenKey(hashed: string): string {
  return `refresh:${hashed}`
}

function usedKey(hashed: string): string {
  return `refresh-used:${hashed}`
}
