import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto"
import { Clock, inject } from "trivet"
import { digest } from "./digest.ts"

/** An API key without the secret key itself, which only `ApiKeys.create()` returns. */
export interface ApiKey {
  /** The id, for listing and revoking. */
  readonly id: string
  /** The name that the user has given it. */
  readonly name: string
  /** The id of its user. */
  readonly user_id: string
  /** When it was created: RFC 3339, in UTC. */
  readonly created_at: string
}

/** An API key as it is stored. */
export interface StoredApiKey extends ApiKey {
  /** The hash of the key. The key itself is not stored. */
  readonly digest: string
}

/** The store of API keys. The application implements it and provides it: `provide(ApiKeyStore, () => new Keys())`. */
export abstract class ApiKeyStore {
  /** Stores a key. */
  abstract insert(key: StoredApiKey): Promise<void>
  /** Returns the key with this hash; `undefined` if there is none. */
  abstract findByDigest(hashed: string): Promise<StoredApiKey | undefined>
  /** Returns the keys of a user. */
  abstract list(userId: string): Promise<readonly ApiKey[]>
  /** Deletes a key of this user. Returns false if the user has no key with this id. */
  abstract delete(id: string, userId: string): Promise<boolean>
  /** Deletes every key of a user. Returns their number. */
  abstract deleteAll(userId: string): Promise<number>
}

interface Remembered {
  readonly key: ApiKey
  /** By the monotonic clock. */
  readonly checked: number
}

const maxLength = 128
const recheck = 1_000
const mostRemembered = 10_000

/**
 * Creates, finds and revokes API keys. Found keys are cached for one second: a key that another process has revoked is
 * rejected after at most that time.
 */
export class ApiKeys {
  readonly #store = inject(ApiKeyStore)
  readonly #clock = inject(Clock)
  readonly #remembered = new Map<string, Remembered>()
  #revoked = 0

  /** Creates a key for a user. `key` in the result is the secret: show it now, because it cannot be read again. */
  async create(userId: string, name: string): Promise<ApiKey & { readonly key: string }> {
    const key = `tk_${randomBytes(32).toString("base64url")}`
    const created_at = new Date(this.#clock.now()).toISOString()
    const made: ApiKey = { id: randomUUID(), name, user_id: userId, created_at }
    await this.#store.insert({ ...made, digest: digest(key) })
    return { ...made, key }
  }

  /** Returns the record of a secret key; `undefined` if it is unknown or revoked. */
  find(key: string): ApiKey | undefined | Promise<ApiKey | undefined> {
    if (key.length > maxLength) return undefined
    const hashed = digest(key)
    const known = this.#remembered.get(hashed)
    if (known !== undefined && this.#clock.monotonic() - known.checked < recheck) return known.key
    return this.#look(hashed)
  }

  /** Returns the keys of a user, without the secrets. */
  list(userId: string): Promise<readonly ApiKey[]> {
    return this.#store.list(userId)
  }

  /** Revokes a key of a user. Returns false if the user has no key with this id. */
  async revoke(id: string, userId: string): Promise<boolean> {
    const done = await this.#store.delete(id, userId)
    this.#forget((key) => key.id === id)
    return done
  }

  /**
   * Revokes every key of a user. Returns their number. Call it after `Revocations.endUser()`: before that, a token of the
   * user can create another key.
   */
  async revokeAll(userId: string): Promise<number> {
    const count = await this.#store.deleteAll(userId)
    this.#forget((key) => key.user_id === userId)
    return count
  }

  #forget(isRevoked: (key: ApiKey) => boolean): void {
    this.#revoked++
    for (const [hashed, { key }] of this.#remembered) if (isRevoked(key)) this.#remembered.delete(hashed)
  }

  async #look(hashed: string): Promise<ApiKey | undefined> {
    this.#remembered.delete(hashed)
    const [asked, revoked] = [this.#clock.monotonic(), this.#revoked]
    const stored = await this.#store.findByDigest(hashed)
    if (stored === undefined || !isSame(stored.digest, hashed)) return undefined
    const { digest: _, ...key } = stored
    // One that was revoked while it was looked up may be this one, and must not be remembered.
    if (revoked === this.#revoked) this.#remembered.set(hashed, { key, checked: asked })
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= mostRemembered) break
      this.#remembered.delete(oldest)
    }
    return key
  }
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
