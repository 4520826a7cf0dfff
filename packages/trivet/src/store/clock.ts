/**
 * The current time. Inject it instead of calling `Date.now()`, so that tests can move the time. Every module sees it;
 * outside tests it is `systemClock`.
 */
export abstract class Clock {
  /** Milliseconds since 1970-01-01 UTC, like `Date.now()`. */
  abstract now(): number
  /**
   * Milliseconds since an arbitrary start, never decreasing. Measure intervals with it: `now()` jumps when the machine's
   * clock is set.
   */
  abstract monotonic(): number
}

/**
 * The machine's clock: `Date.now()` and `performance.now()`. Use it as a default outside injection.
 *
 * @example
 * ```ts
 * import type { Clock } from "trivet"
 * import { systemClock } from "trivet/extend"
 *
 * export class Stopwatch {
 *   readonly #clock: Clock
 *   readonly #began: number
 *
 *   constructor(clock: Clock = systemClock) {
 *     this.#clock = clock
 *     this.#began = clock.monotonic()
 *   }
 *
 *   get milliseconds(): number {
 *     return this.#clock.monotonic() - this.#began
 *   }
 * }
 * ```
 */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }
