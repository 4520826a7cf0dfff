/** For how long a cached value is used. */
export interface CacheLifetime {
  /**
   * Seconds for which the value is fresh. The cache varies it by up to 5 percent in both directions, so that values
   * written together do not expire together.
   */
  readonly seconds: number
  /**
   * Further seconds for which `remember()` returns the old value while one caller computes a new one in the background.
   * Default: 0.
   */
  readonly staleSeconds?: number
}

/**
 * A cache of JSON values by key; inject it with `inject(Cache)`. A value can disappear at any time. If the store is
 * unavailable, values are computed without it and no call fails.
 */
export abstract class Cache {
  /** Returns the value of a key; `undefined` if it is absent or no longer fresh, or if the store is unavailable. */
  abstract get<T>(key: string): Promise<T | undefined>
  /** Stores a value. A computation of `remember()` that is running for this key does not overwrite it. */
  abstract set(key: string, value: unknown, freshness: CacheLifetime): Promise<void>
  /** Removes a value. A computation of `remember()` that is running for this key is not stored. */
  abstract delete(key: string): Promise<void>
  /**
   * Returns the value of a key, and computes and stores it if it is absent. Of all callers at one time, in all processes
   * that share the store, one computes and the others wait for its value. If `compute` throws, all callers that wait in
   * this process get the error. Neither errors nor `undefined` are stored.
   */
  abstract remember<T>(key: string, freshness: CacheLifetime, compute: () => Promise<T> | T): Promise<T>
}
