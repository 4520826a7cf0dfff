import { Cache, type CacheLifetime } from "./cache.ts"
import { type Clock, systemClock } from "./clock.ts"

/** What a `RememberingCache` stores under a key. */
export interface CacheEntry {
  /** The cached value. */
  readonly value: unknown
  /** When the value stops being fresh, in milliseconds since 1970-01-01 UTC. */
  readonly freshUntil: number
}

/**
 * The exclusive right to compute the value of a key, among all processes that share the store. Writing or removing the
 * key ends it.
 */
export interface Lease {
  /** Stores the computed entry for `seconds`. Does nothing if the lease has ended, because the value may be outdated. */
  write(entry: CacheEntry, seconds: number): Promise<void>
  /** Ends the lease. */
  release(): Promise<void>
}

interface Read {
  readonly entry: CacheEntry | undefined
  readonly away: boolean
}

type Running = Map<string, Promise<unknown>>

const leaseSeconds = 30
const poll = 25

/**
 * The base class of a `Cache` on your own store: it implements `Cache`, you implement the five protected methods. An
 * error of `read()`, `write()`, `remove()` or `lease()` is passed to `onError()`; the value then counts as absent. Test
 * the class with `cacheCases()` of `trivet/testing`.
 */
export abstract class RememberingCache extends Cache {
  readonly #clock: Clock
  readonly #computing: Running = new Map()
  // A separate map, so that no key can collide with the refresh of another.
  readonly #refreshing: Running = new Map()

  constructor(clock: Clock = systemClock) {
    super()
    this.#clock = clock
  }

  /** Returns the entry of a key; `undefined` if it is absent or its lifetime is over. */
  protected abstract read(key: string): Promise<CacheEntry | undefined>
  /** Stores an entry for `seconds`, and ends the lease of the key. */
  protected abstract write(key: string, entry: CacheEntry, seconds: number): Promise<void>
  /** Removes an entry, and ends the lease of the key. */
  protected abstract remove(key: string): Promise<void>
  /** Takes the lease of a key for at most `seconds`; `undefined` if another caller has it. */
  protected abstract lease(key: string, seconds: number): Promise<Lease | undefined>
  /**
   * Called with every error of the store, and with what a computation in the background throws. Log it, but not once for
   * every call.
   */
  protected abstract onError(error: unknown): void

  async get<T>(key: string): Promise<T | undefined> {
    const { entry } = await this.#tryRead(key)
    return entry === undefined || entry.freshUntil <= this.#clock.now() ? undefined : (entry.value as T)
  }

  async set(key: string, value: unknown, freshness: CacheLifetime): Promise<void> {
    // `undefined` has no JSON form.
    if (value === undefined) return this.delete(key)
    this.#computing.delete(key)
    const { entry, seconds } = this.#entryOf(value, freshness)
    await this.#try(() => this.write(key, entry, seconds))
  }

  async delete(key: string): Promise<void> {
    // A running computation may use outdated data, so new callers must not join it.
    this.#computing.delete(key)
    await this.#try(() => this.remove(key))
  }

  remember<T>(key: string, freshness: CacheLifetime, compute: () => Promise<T> | T): Promise<T> {
    const running = this.#computing.get(key)
    if (running !== undefined) return running as Promise<T>
    // Not an async function: most calls find a fresh value, and each layer would cost them a promise.
    return this.read(key).then(
      (entry) => {
        if (entry === undefined)
          return this.#once(this.#computing, key, () => this.#computeOrWait(key, freshness, compute))
        if (entry.freshUntil <= this.#clock.now()) this.#refresh(key, freshness, compute)
        return entry.value as T
      },
      (error: unknown) => {
        this.onError(error)
        return this.#once(this.#computing, key, async () => compute())
      },
    )
  }

  /** Computes in the background, unless another caller does; the old value is used meanwhile. */
  #refresh<T>(key: string, freshness: CacheLifetime, compute: () => Promise<T> | T): void {
    // The error is handled once, not by each caller.
    if (this.#refreshing.has(key)) return
    this.#once(this.#refreshing, key, async () => {
      const lease = await this.#try(() => this.lease(key, leaseSeconds))
      if (lease !== undefined) await this.#computeAndKeep(lease, freshness, compute)
    })
      .catch((error: unknown) => this.onError(error))
      // The promise is not awaited, so an error thrown by `onError()` would end the process.
      .catch(console.error)
  }

  async #computeOrWait<T>(key: string, freshness: CacheLifetime, compute: () => Promise<T> | T): Promise<T> {
    const deadline = performance.now() + leaseSeconds * 1000
    while (performance.now() < deadline) {
      const { value: lease, failed } = await this.#attempt(() => this.lease(key, leaseSeconds))
      if (failed) return compute()
      if (lease !== undefined) {
        // Another process may have finished between the read and the lease.
        const { entry } = await this.#tryRead(key)
        if (entry === undefined) return this.#computeAndKeep(lease, freshness, compute)
        await this.#try(() => lease.release())
        return entry.value as T
      }
      await new Promise((go) => setTimeout(go, poll * (0.5 + Math.random())))
      const { entry, away } = await this.#tryRead(key)
      if (away) return compute()
      if (entry !== undefined) return entry.value as T
    }
    return compute()
  }

  async #computeAndKeep<T>(
    lease: Lease,
    freshness: CacheLifetime,
    compute: () => Promise<T> | T,
  ): Promise<T> {
    try {
      const value = await compute()
      // `undefined` has no JSON form, so it is not stored and is computed again next time.
      if (value === undefined) return value
      const { entry, seconds } = this.#entryOf(value, freshness)
      await this.#try(() => lease.write(entry, seconds))
      return value
    } finally {
      await this.#try(() => lease.release())
    }
  }

  #entryOf(
    value: unknown,
    { seconds, staleSeconds = 0 }: CacheLifetime,
  ): { readonly entry: CacheEntry; readonly seconds: number } {
    const fresh = seconds * (0.95 + Math.random() * 0.1)
    return { entry: { value, freshUntil: this.#clock.now() + fresh * 1000 }, seconds: fresh + staleSeconds }
  }

  /** Joins the computation that runs for this key, or starts one. */
  #once<T>(all: Running, key: string, run: () => Promise<T>): Promise<T> {
    const earlier = all.get(key)
    if (earlier !== undefined) return earlier as Promise<T>
    const running = run().finally(() => {
      if (all.get(key) === running) all.delete(key)
    })
    all.set(key, running)
    return running
  }

  async #tryRead(key: string): Promise<Read> {
    const { value, failed } = await this.#attempt(() => this.read(key))
    return { entry: value, away: failed }
  }

  async #try<T>(run: () => Promise<T>): Promise<T | undefined> {
    return (await this.#attempt(run)).value
  }

  async #attempt<T>(
    run: () => Promise<T>,
  ): Promise<{ readonly value: T | undefined; readonly failed: boolean }> {
    try {
      return { value: await run(), failed: false }
    } catch (error) {
      this.onError(error)
      return { value: undefined, failed: true }
    }
  }
}
