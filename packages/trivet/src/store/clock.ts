/** What time it is. Injected as `Clock`, so that tests can move it. */
export abstract class Clock {
  /** Milliseconds since 1970, as `Date.now()` gives them. */
  abstract now(): number
  /**
   * Milliseconds from an arbitrary start, which only grow: for intervals. The time of day can be set back while a process
   * runs, and would then stretch an interval.
   */
  abstract monotonic(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }
