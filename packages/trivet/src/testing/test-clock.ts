import { Clock } from "../store/clock.ts"

/** A clock that stands still until a test moves it. */
export class TestClock extends Clock {
  #now: number

  constructor(start: number | Date = new Date("2026-01-01T00:00:00Z")) {
    super()
    this.#now = Number(start)
  }

  now(): number {
    return this.#now
  }

  /** Moves the clock forward. */
  advance(by: {
    readonly days?: number
    readonly hours?: number
    readonly minutes?: number
    readonly seconds?: number
    readonly milliseconds?: number
  }): void {
    const hours = (by.days ?? 0) * 24 + (by.hours ?? 0)
    const seconds = (hours * 60 + (by.minutes ?? 0)) * 60 + (by.seconds ?? 0)
    this.#now += seconds * 1000 + (by.milliseconds ?? 0)
  }
}
