import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto"
import { Clock, inject, PublicError } from "trivet"
import { type ApiKey, ApiKeyStore } from "./api-key-store.ts"
import { digest } from "../digest.ts"
import { fault } from "../faults.ts"
import { LastUses } from "./last-uses.ts"
import { type Generation, Revocations } from "../tokens/revocations.ts"

/** Options of `ApiKeys.create()`. */
export interface ApiKeyOptions {
  /** Seconds until it expires. Default: it does not expire. */
  readonly lifetimeSeconds?: number
  /**
   * The permissions to which it is limited; an empty list allows none. Only `ScopedApiKeyAuth` accepts such a key.
   * Default: no limit.
   */
  readonly scopes?: readonly string[]
}

interface Remembered {
  readonly key: ApiKey
  /** When the store was asked, in milliseconds of the monotonic clock. */
  readonly checked: number
}

const maxLength = 128
const recheck = 1_000
const mostRemembered = 10_000
const mostSeconds = 10 * 366 * 24 * 60 * 60

/**
 * Creates, finds and revokes API keys. Found keys are cached for one second: a key that another process has revoked is
 * rejected after at most that time.
 */
export class ApiKeys {
  readonly #store = inject(ApiKeyStore)
  readonly #clock = inject(Clock)
  readonly #revocations = inject(Revocations)
  readonly #uses = new LastUses(this.#store)
  readonly #remembered = new Map<string, Remembered>()
  #revoked = 0

  /**
   * Creates a key for a user. `key` in the result is the secret: show it now, because it cannot be read again.
   * `generation` is that of the user before the password or the token was checked:
   * `await revocations.generationOf(userId)`. Throws a 401 and stores nothing if `Revocations.revokeUser()` was called
   * since.
   */
  async create(
    userId: string,
    name: string,
    generation: Generation,
    { lifetimeSeconds, scopes }: ApiKeyOptions = {},
  ): Promise<ApiKey & { readonly key: string }> {
    const key = `tk_${randomBytes(32).toString("base64url")}`
    const now = this.#clock.now()
    const made: ApiKey = {
      id: randomUUID(),
      name,
      user_id: userId,
      created_at: new Date(now).toISOString(),
      ...(lifetimeSeconds !== undefined && { expires_at: endOf(now, lifetimeSeconds) }),
      ...(scopes !== undefined && { scopes: [...scopes] }),
    }
    await this.#store.insert({ ...made, digest: digest(key) })
    // Checked after the key is stored. A key that was stored earlier is deleted by `revokeAll()`, which is called after
    // `revokeUser()`.
    if (await this.#revocations.isOver(userId, generation)) {
      await this.revoke(made.id, userId)
      throw new PublicError(401, "Not authenticated")
    }
    return { ...made, key }
  }

  /** Returns the record of a secret key; `undefined` if it is unknown, revoked or expired. */
  find(key: string): ApiKey | undefined | Promise<ApiKey | undefined> {
    if (key.length > maxLength) return undefined
    const hashed = digest(key)
    const known = this.#remembered.get(hashed)
    if (known !== undefined && this.#clock.monotonic() - known.checked < recheck) return this.#live(known.key)
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
   * Revokes every key of a user. Returns their number. Call it after `Revocations.revokeUser()`: before that, a token
   * of the user can create another key.
   */
  async revokeAll(userId: string): Promise<number> {
    const count = await this.#store.deleteAll(userId)
    this.#forget((key) => key.user_id === userId)
    return count
  }

  /** Waits for pending writes of `last_used_at`. */
  async onStop(): Promise<void> {
    await this.#uses.written()
  }

  #live(key: ApiKey): ApiKey | undefined {
    const now = this.#clock.now()
    if (key.expires_at !== undefined && !(now < Date.parse(key.expires_at))) return undefined
    this.#uses.note(key, now)
    return key
  }

  #forget(isRevoked: (key: ApiKey) => boolean): void {
    this.#revoked++
    for (const [hashed, { key }] of this.#remembered) if (isRevoked(key)) this.#remembered.delete(hashed)
  }

  async #look(hashed: string): Promise<ApiKey | undefined> {
    this.#remembered.delete(hashed)
    const [asked, revoked] = [this.#clock.monotonic(), this.#revoked]
    const stored = await this.#store.findByDigest(hashed)
    if (stored === undefined || !isSameText(stored.digest, hashed)) return undefined
    const { digest: _, ...key } = stored
    // A key was revoked during the lookup. It may be this one, so the result is not cached.
    if (revoked === this.#revoked) this.#remembered.set(hashed, { key, checked: asked })
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= mostRemembered) break
      this.#remembered.delete(oldest)
    }
    return this.#live(key)
  }
}

function endOf(now: number, seconds: number): string {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds)
    throw fault("AUTH_KEY_LIFETIME_INVALID", { value: seconds, most: mostSeconds })
  return new Date(now + seconds * 1000).toISOString()
}

function isSameText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
