import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto"
import { Clock, inject } from "trivet"
import { digest } from "./digest.ts"

/** An API key as its owner may see it. The key itself is shown once, when it is made. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly user_id: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** An API key as it is stored: its digest in place of the key. */
export interface StoredApiKey extends ApiKey {
  readonly digest: string
}

/** Where API keys are kept. An application provides it: `provide(ApiKeyStore, () => inject(PostgresApiKeys))`. */
export abstract class ApiKeyStore {
  abstract insert(key: StoredApiKey): Promise<void>
  abstract findByDigest(hashed: string): Promise<StoredApiKey | undefined>
  abstract list(userId: string): Promise<readonly ApiKey[]>
  /** Deletes a key of this user; false when he has none of this id. */
  abstract delete(id: string, userId: string): Promise<boolean>
  /** Deletes every key of this user, and gives their number. */
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

/** Makes, finds and revokes API keys. A key that was found is remembered for a second, so a revoked one ends by then. */
export class ApiKeys {
  readonly #store = inject(ApiKeyStore)
  readonly #clock = inject(Clock)
  readonly #remembered = new Map<string, Remembered>()
  #revoked = 0

  /** A new key of a user. This is the only moment at which the key itself is known. */
  async create(userId: string, name: string): Promise<ApiKey & { readonly key: string }> {
    const key = `tk_${randomBytes(32).toString("base64url")}`
    const created_at = new Date(this.#clock.now()).toISOString()
    const made: ApiKey = { id: randomUUID(), name, user_id: userId, created_at }
    await this.#store.insert({ ...made, digest: digest(key) })
    return { ...made, key }
  }

  /** The record of a key; `undefined` for one that is unknown or revoked. */
  find(key: string): ApiKey | undefined | Promise<ApiKey | undefined> {
    if (key.length > maxLength) return undefined
    const hashed = digest(key)
    const known = this.#remembered.get(hashed)
    if (known !== undefined && this.#clock.monotonic() - known.checked < recheck) return known.key
    return this.#look(hashed)
  }

  /** The keys of a user, without the keys themselves. */
  list(userId: string): Promise<readonly ApiKey[]> {
    return this.#store.list(userId)
  }

  /** Revokes a key of a user; false when he has none of this id. */
  async revoke(id: string, userId: string): Promise<boolean> {
    const done = await this.#store.delete(id, userId)
    this.#forget((key) => key.id === id)
    return done
  }

  /**
   * Revokes every key of a user, and gives their number. Call it after `Revocations.endUser()`: until then one of his tokens
   * can make another key.
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
