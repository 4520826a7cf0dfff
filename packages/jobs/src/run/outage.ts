import type { Log } from "trivet"

/**
 * Logs once that something fails, and once that it works again. While a database is unavailable, several accesses fail
 * each second.
 */
export class Outage {
  readonly #log: Log
  readonly #begins: string
  readonly #ends: string
  #isOn = false

  constructor(log: Log, begins: string, ends: string) {
    this.#log = log
    this.#begins = begins
    this.#ends = ends
  }

  /** Called after a failure. */
  begin(error: unknown): void {
    if (this.#isOn) return
    this.#isOn = true
    this.#log.warn({ err: error }, this.#begins)
  }

  /** Called after a success. */
  end(): void {
    if (!this.#isOn) return
    this.#isOn = false
    this.#log.info(this.#ends)
  }
}
