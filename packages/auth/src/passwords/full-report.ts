import type { Log } from "trivet"

/**
 * Logs that the queue of hashes is full, at most one line per interval: the first at once, then the number of further
 * ones.
 */
export class FullReport {
  readonly #log: Log
  readonly #interval: number
  #rejected = 0
  #timer: NodeJS.Timeout | undefined

  constructor(log: Log, interval = 10_000) {
    this.#log = log
    this.#interval = interval
  }

  /** Counts a rejected hash. */
  count(): void {
    this.#rejected++
    if (this.#timer === undefined) this.#write()
  }

  #write(): void {
    const rejected = this.#rejected
    this.#rejected = 0
    this.#timer = undefined
    if (rejected === 0) return
    this.#log.warn({ rejected }, "The queue of password hashes is full: requests are rejected with 503")
    this.#timer = setTimeout(() => this.#write(), this.#interval)
    this.#timer.unref()
  }
}
