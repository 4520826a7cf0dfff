/** What time it is. Injected as `Clock`, so that tests can move it. */
export abstract class Clock {
  /** Milliseconds since 1970, as `Date.now()` gives them. */
  abstract now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
