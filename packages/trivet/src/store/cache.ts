/** How long a remembered value is used. */
export interface Freshness {
  /** Seconds for which it counts as fresh. Spread by a tenth, so that keys written together do not end together. */
  readonly seconds: number
  /** Seconds after that in which the old value is still given while one caller computes a new one. */
  readonly staleSeconds?: number
}

/**
 * A cache of JSON values by key, injected as `Cache`. It may lose anything at any time, and when it is unavailable calls go on
 * without it: a cache never makes a call fail.
 */
export abstract class Cache {
  /** The value under a key; `undefined` when absent, outlived, or when the cache is unavailable. */
  abstract get<T>(key: string): Promise<T | undefined>
  /** Keeps a value, also over one that is being computed at this moment. */
  abstract set(key: string, value: unknown, freshness: Freshness): Promise<void>
  /** Forgets a value. */
  abstract delete(key: string): Promise<void>
  /**
   * The value under a key, computed if it is not there. However many ask at once, in however many processes, one
   * computes and the others wait for it. What `compute` throws is thrown to all who wait, and is not kept; nor is
   * `undefined`.
   */
  abstract remember<T>(key: string, freshness: Freshness, compute: () => Promise<T> | T): Promise<T>
}
