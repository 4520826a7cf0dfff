/**
 * Counts what may happen a thousand times a second, so that the log gets few lines. The caller writes the first one itself;
 * `write` gets the number of further ones every ten seconds. It gets 0, and the next one counts as the first again, if an
 * interval had none.
 *
 * @example
 * ```ts
 * import { inject } from "trivet"
 * import { AppLog, Repeats } from "trivet/extend"
 *
 * export class Printer {
 *   readonly #log = inject(AppLog)
 *   readonly #rejected = new Repeats((rejected) => {
 *     if (rejected > 0) this.#log.warn({ rejected }, "the printer is full")
 *   })
 *
 *   reject(): void {
 *     if (this.#rejected.isFirst()) this.#log.warn({ rejected: 1 }, "the printer is full")
 *   }
 * }
 * ```
 */
export class Repeats {
  readonly #write: (count: number) => void
  readonly #interval: number
  #count = 0
  #until = 0

  constructor(write: (count: number) => void, interval = 10_000) {
    this.#write = write
    this.#interval = interval
  }

  /** Counts one, and returns whether it is the first. */
  isFirst(): boolean {
    // On an edge runtime, a timer may be lost with its call. `#until` ends the counting then.
    if (performance.now() < this.#until) {
      this.#count++
      return false
    }
    this.#wait()
    return true
  }

  #wait(): void {
    this.#count = 0
    this.#until = performance.now() + this.#interval * 1.1
    const timer: { unref?(): void } = setTimeout(() => {
      const count = this.#count
      if (count > 0) this.#wait()
      else this.#until = 0
      this.#write(count)
    }, this.#interval)
    // It must not keep the process running. On edge runtimes a timer is a number without `unref()`.
    timer.unref?.()
  }
}
