import { randomUUID } from "node:crypto"
import { inject, KeyValue } from "trivet"
import { maxAccessLifetime, maxLifetime } from "../auth-settings.ts"

declare const brand: unique symbol

/**
 * A user's generation, as `Revocations` returned it. Each credential of a user belongs to one, and ends when
 * `revokeUser()` replaces it. Read it before you read what you check, such as the hash of a password: a revocation
 * during the check then ends what is created afterwards.
 */
export type Generation = string & { readonly [brand]: true }

/** The properties of an access token by which it can be revoked. */
export interface Revocable {
  /** The hash of the token. */
  readonly digest: string
  /** The id of its family; `undefined` if it has none. */
  readonly family: string | undefined
  /** The id of its user. */
  readonly userId: string
  /** The user's generation when the token was issued. */
  readonly generation: string
}

/**
 * The tolerated clock difference between machines, in seconds. It applies to issue times only: no token is accepted
 * after its expiry.
 */
export const leeway = 60

// Seconds that a revocation mark outlives the revoked credential: another process's clock may be behind, or be set
// back.
const margin = 60 * 60

/** Options of `Revocations.revokeUser()`. */
export interface RevokeUserOptions {
  /**
   * Whether the account is deleted and its id is never used again. What is stored then goes after 400 days, the longest
   * lifetime of a credential. Default: false.
   */
  readonly isDeleted?: boolean
}

/**
 * Revokes single tokens, families of tokens, and all credentials of a user. Each user has a generation, a random text
 * that sessions and tokens contain; `revokeUser()` replaces it, which makes all of them invalid.
 */
export class Revocations {
  readonly #store = inject(KeyValue)
  #count = 0

  /** @internal The number of revocations of this process. If it has changed, cached results are outdated. */
  get count(): number {
    return this.#count
  }

  /** @internal Revokes a token that would be valid for at most `seconds` more. */
  async endToken(digest: string, seconds: number): Promise<void> {
    await this.#store.set(tokenKey(digest), "1", { seconds: seconds + margin })
    this.#count++
  }

  /** @internal Revokes a family that could be refreshed for at most `seconds` more. */
  async endFamily(family: string, seconds: number): Promise<void> {
    await this.#store.set(familyKey(family), "ended", { seconds: familyLifetime(seconds) })
    this.#count++
  }

  /** @internal Revokes a family because the refresh token with the hash `reused` was used a second time. */
  async endFamilyFor(family: string, reused: string, seconds: number): Promise<void> {
    await this.#store.add(familyKey(family), reused, { seconds: familyLifetime(seconds) })
    this.#count++
  }

  /**
   * Revokes every session, refresh token, access token and one-time token of a user. For API keys call
   * `ApiKeys.revokeAll()` as well. Returns the new generation, for a session that replaces the caller's.
   */
  async revokeUser(userId: string, { isDeleted = false }: RevokeUserOptions = {}): Promise<Generation> {
    const generation = randomUUID() as string as Generation
    // Stored without an expiry: if the entry were lost, the credentials of this generation would end, and those from
    // before the first `revokeUser()` would be valid again. A deleted user gets none of this generation, and those from
    // before are over by then.
    const lifetime = isDeleted ? { seconds: maxLifetime + margin } : {}
    await this.#store.set(userKey(userId), generation, lifetime)
    this.#count++
    return generation
  }

  /** @internal Why a family was revoked: `ended`, or the hash of the reused refresh token; `undefined` if it was not. */
  findFamilyEnd(family: string): Promise<string | undefined> {
    return this.#store.get(familyKey(family))
  }

  /**
   * Returns the generation of a user; it is `""` before the first `revokeUser()`. Call it before you read the
   * password's hash, or whatever else you check, and pass it to the function that creates a session, a token or a key.
   */
  async generationOf(userId: string): Promise<Generation> {
    return ((await this.#store.get(userKey(userId))) ?? "") as Generation
  }

  /** @internal Whether this is no longer the user's generation. */
  async isOver(userId: string, generation: string): Promise<boolean> {
    return generation !== (await this.generationOf(userId))
  }

  /** @internal Whether an access token is revoked: itself, its family, or all credentials of its user. */
  async isRevoked({ digest, family, userId, generation }: Revocable): Promise<boolean> {
    const [token, whole, over] = await Promise.all([
      this.#store.get(tokenKey(digest)),
      family === undefined ? undefined : this.findFamilyEnd(family),
      this.isOver(userId, generation),
    ])
    return token !== undefined || whole !== undefined || over
  }
}

/** The last access token of a family may outlive it, by the longest lifetime that any process may have configured. */
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
