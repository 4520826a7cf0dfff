/** The rule of a counter. Times are in milliseconds. */
export interface CounterRule {
  readonly points: number
  /** The length of a window. */
  readonly window: number
  /** The maximum length of a growing window: see `LimitRule.maxSeconds`. */
  readonly maxWindow?: number | undefined
}

/** The result of taking a point. */
export interface Answer {
  /** Whether a point was left. */
  readonly taken: boolean
  /** The number of points that are left. */
  readonly remaining: number
  /** Milliseconds until all points are available again; if none was left, until one is. */
  readonly wait: number
  /** The window that the point belongs to. */
  readonly window: number
}

/** Counts points by key. One implementation counts in Redis, one in this process; both return the same results. */
export interface Counter {
  /** Takes a point, if one is left. */
  take(key: string): Promise<Answer>
  /**
   * Gives a point back to its window. If that window is over it is dropped, because the next one would have one too
   * many.
   */
  give(key: string, window: number): Promise<void>
}

/**
 * For how many times `maxWindow` a growing rule is remembered. With less, an attacker who waits that long would get
 * more tries.
 */
export const memory = 4
