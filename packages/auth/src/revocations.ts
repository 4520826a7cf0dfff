import { randomUUID } from "node:crypto"
import { inject, KeyValue } from "trivet"
import { maxAccessLifetime } from "./auth-settings.ts"

/** What is asked of an access token: its own digest, its family, and whose it is in which generation. */
export interface Revocable {
  readonly digest: string
  readonly family: string | undefined
  readonly userId: string
  /** The user's generation when the credential was issued. */
  readonly generation: string
}

/** Two machines' clocks may differ by this much, in seconds. It softens issue times only, never an expiry. */
export const leeway = 60

// A mark outlives what it ends by this many seconds: another process's clock may be behind, or be set back.
const margin = 60 * 60

/**
 * What was ended before its time: single tokens by their digest, families of tokens, and all that a user had. Each user has
 * a generation, which every credential carries from its issue; ending all replaces it. No clock takes part in that.
 */
export class Revocations {
  readonly #store = inject(KeyValue)
  #count = 0

  /** Changes whenever this process ends something: what was found live before must be looked up again. */
  get count(): number {
    return this.#count
  }

  /** Ends one token, which lives for at most this many seconds more. */
  async endToken(digest: string, seconds: number): Promise<void> {
    await this.#store.set(tokenKey(digest), "1", { seconds: seconds + margin })
    this.#count++
  }

  /** Ends a family of tokens, which can be refreshed for at most this many seconds more. */
  async endFamily(family: string, seconds: number): Promise<void> {
    await this.#store.set(familyKey(family), "ended", { seconds: familyLifetime(seconds) })
    this.#count++
  }

  /** Ends a family because one of its refresh tokens was shown a second time, and notes which. */
  async endFamilyFor(family: string, reused: string, seconds: number): Promise<void> {
    await this.#store.add(familyKey(family), reused, { seconds: familyLifetime(seconds) })
    this.#count++
  }

  /** Ends every session, refresh token and access token that a user has now. API keys end by `ApiKeys.revokeAll()`. */
  async endUser(userId: string): Promise<void> {
    // Without a lifetime: should it be lost, credentials of this generation end with it, and none comes back.
    await this.#store.set(userKey(userId), randomUUID())
    this.#count++
  }

  /** Why a family was ended: `ended`, or the digest of the refresh token that was shown twice. */
  findFamilyEnd(family: string): Promise<string | undefined> {
    return this.#store.get(familyKey(family))
  }

  /**
   * A user's generation, empty until all was ended for the first time. Read it before a credential is signed or stored: one
   * that is issued while all is ended must be of the generation before.
   */
  async generationOf(userId: string): Promise<string> {
    return (await this.#store.get(userKey(userId))) ?? ""
  }

  /** Whether all that a user had in this generation was ended. */
  async isOver(userId: string, generation: string): Promise<boolean> {
    return generation !== (await this.generationOf(userId))
  }

  /** Whether an access token was ended: itself, its family, or all of its user. */
  async isRevoked({ digest, family, userId, generation }: Revocable): Promise<boolean> {
    const [token, whole, over] = await Promise.all([
      this.#store.get(tokenKey(digest)),
      family === undefined ? undefined : this.findFamilyEnd(family),
      this.isOver(userId, generation),
    ])
    return token !== undefined || whole !== undefined || over
  }
}

/** An access token that was issued last lives on, by whichever settings another process has. */
function familyLifetime(seconds: number): number {
  return Math.max(0, seconds) + maxAccessLifetime + margin
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
