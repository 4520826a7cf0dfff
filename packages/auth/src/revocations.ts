import { Clock, inject, KeyValue } from "trivet"
import { AuthSettings } from "./auth-settings.ts"

/** What is asked of a credential: its own digest, its family, and whose it is since when. */
export interface Revocable {
  readonly digest: string
  readonly family: string | undefined
  readonly userId: string
  /** Milliseconds since 1970. */
  readonly began: number
}

/** Two machines' clocks may differ by this much, in seconds. It softens issue times only, never an expiry. */
export const leeway = 60

/**
 * What was ended before its time: single tokens by their digest, families of tokens, and all that a user had at a moment.
 * Nothing needs a list of what is alive.
 */
export class Revocations {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(KeyValue)
  readonly #clock = inject(Clock)
  #count = 0

  /** Changes whenever something is ended by this process: what was found alive before must be looked up again. */
  get count(): number {
    return this.#count
  }

  /** Ends one token. */
  async endToken(digest: string): Promise<void> {
    await this.#store.set(tokenKey(digest), "1", { ttl: this.#ttl() })
    this.#count++
  }

  /** Ends a family of tokens, also those of it that are issued later. */
  async endFamily(family: string): Promise<void> {
    await this.#store.set(familyKey(family), "ended", { ttl: this.#ttl() })
    this.#count++
  }

  /** Ends a family because one of its refresh tokens was shown a second time, and notes which. */
  async endFamilyFor(family: string, reused: string): Promise<void> {
    await this.#store.add(familyKey(family), reused, { ttl: this.#ttl() })
    this.#count++
  }

  /** Ends every session, refresh token and access token that a user has now. */
  async endUser(userId: string): Promise<void> {
    await this.#store.set(userKey(userId), String(this.#clock.now()), { ttl: this.#ttl() })
    this.#count++
  }

  /** Why a family was ended: `ended`, or the digest of the refresh token that was shown twice. */
  findFamilyEnd(family: string): Promise<string | undefined> {
    return this.#store.get(familyKey(family))
  }

  /** When all that a user had was ended, in milliseconds since 1970; 0 when it never was. */
  async userEnd(userId: string): Promise<number> {
    return Number((await this.#store.get(userKey(userId))) ?? 0)
  }

  /** Whether what a user began at this moment, in milliseconds since 1970, was ended since. */
  async isOver(userId: string, began: number): Promise<boolean> {
    return began <= (await this.userEnd(userId))
  }

  /** Whether an access token was ended: itself, its family, or all of its user. */
  async isRevoked({ digest, family, userId, began }: Revocable): Promise<boolean> {
    const [token, whole, over] = await Promise.all([
      this.#store.get(tokenKey(digest)),
      family === undefined ? undefined : this.findFamilyEnd(family),
      this.isOver(userId, began),
    ])
    return token !== undefined || whole !== undefined || over
  }

  /** A mark must outlive everything that it speaks of, also what is issued at this moment by a clock that is ahead. */
  #ttl(): number {
    const { access, refresh, session } = this.#settings.lifetimes
    return Math.max(access, refresh, session) + 2 * leeway
  }
}

function tokenKey(digest: string): string {
  return `revoked:${digest}`
}

function familyKey(family: string): string {
  return `revoked-family:${family}`
}

function userKey(userId: string): string {
  return `revoked-user:${userId}`
}
