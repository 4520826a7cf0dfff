import { type Clock, systemClock } from "./clock.ts"
import { type CacheEntry, type Lease, RememberingCache } from "./remembering-cache.ts"

/** Options of `MemoryCache`. */
export interface MemoryCacheOptions {
  /** The clock that ends lifetimes. Default: `systemClock`; pass `inject(Clock)` so that tests can move the time. */
  readonly clock?: Clock
  /** The greatest number of entries; the least recently used is removed first. Default: 10,000. */
  readonly maxEntries?: number
}

/** A `Cache` in the memory of this process. Values pass through JSON, as in a shared cache: a `Date` becomes a string. */
export class MemoryCache extends RememberingCache {
  readonly #entries = new Map<
    string,
    { readonly text: string; readonly freshUntil: number; readonly ends: number }
  >()
  readonly #leases = new Map<string, symbol>()
  readonly #clock: Clock
  readonly #most: number

  constructor({ clock = systemClock, maxEntries: most = 10_000 }: MemoryCacheOptions = {}) {
    super(clock)
    this.#clock = clock
    this.#most = most
  }

  protected async read(key: string): Promise<CacheEntry | undefined> {
    const entry = this.#entries.get(key)
    this.#entries.delete(key)
    if (entry === undefined || entry.ends <= this.#clock.now()) return undefined
    this.#entries.set(key, entry)
    return { value: JSON.parse(entry.text), freshUntil: entry.freshUntil }
  }

  protected async write(key: string, { value, freshUntil }: CacheEntry, seconds: number): Promise<void> {
    this.#leases.delete(key)
    this.#entries.delete(key)
    this.#entries.set(key, {
      text: JSON.stringify(value),
      freshUntil,
      ends: this.#clock.now() + seconds * 1000,
    })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break
      this.#entries.delete(oldest)
    }
  }

  protected async remove(key: string): Promise<void> {
    this.#entries.delete(key)
    this.#leases.delete(key)
  }

  protected async lease(key: string): Promise<Lease | undefined> {
    if (this.#leases.has(key)) return undefined
    const own = Symbol(key)
    this.#leases.set(key, own)
    return {
      write: async (entry, seconds) => {
        if (this.#leases.get(key) === own) await this.write(key, entry, seconds)
      },
      release: async () => {
        if (this.#leases.get(key) === own) this.#leases.delete(key)
      },
    }
  }

  protected onError(error: unknown): void {
    throw error
  }
}
