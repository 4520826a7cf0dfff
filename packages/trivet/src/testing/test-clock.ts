import { Clock } from "../store/clock.ts"

/** A span of time: the sum of its fields. */
export interface TimeSpan {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly milliseconds?: number
}

/** A `Clock` that stands still until a test moves it. It begins at 2026-01-01T00:00:00Z unless `start` is given. */
export class TestClock extends Clock {
  #now: number
  #passed = 0

  constructor(start: number | Date = new Date("2026-01-01T00:00:00Z")) {
    super()
    this.#now = Number(start)
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#passed
  }

  /** Lets time pass: `now()` and `monotonic()` both move forward. */
  advance(by: TimeSpan): void {
    this.#now += millisecondsOf(by)
    this.#passed += millisecondsOf(by)
  }

  /** Sets the time of day forward, or back by a negative span, as when the machine's clock is set: `monotonic()` stays. */
  shift(by: TimeSpan): void {
    this.#now += millisecondsOf(by)
  }
}

function millisecondsOf({
  days = 0,
  hours = 0,
  minutes = 0,
  seconds = 0,
  milliseconds = 0,
}: TimeSpan): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
}
