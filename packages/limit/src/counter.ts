/** How a counter counts, in milliseconds. */
export interface CounterRule {
  readonly points: number
  /** How long a window is. */
  readonly window: number
  /** How long a window may grow: see `LimitRule.maxSeconds`. */
  readonly maxWindow?: number | undefined
}

/** What a counter answers to somebody who asks for a point. */
export interface Answer {
  /** Whether there was one. */
  readonly taken: boolean
  /** How many are left. */
  readonly remaining: number
  /** Milliseconds until all are back; where none was left, until one is. */
  readonly wait: number
  /** The window that the point belongs to. */
  readonly window: number
}

/** Counts points by key. One implementation counts in Redis, one in this process; they answer alike. */
export interface Counter {
  /** Takes a point, if one is left. */
  take(key: string): Promise<Answer>
  /** Gives a point back to its window. After that window it is lost, or the next one would have one too many. */
  give(key: string, window: number): Promise<void>
}

/** How many times `maxWindow` a growing rule remembers: a shorter memory would allow more tries to whoever waits for its end. */
export const memory = 4
