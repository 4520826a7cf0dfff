import { PublicError } from "trivet"

/** Runs work a few at a time and lets a bounded number wait; whoever comes after that is told to come back. */
export class WorkQueue {
  readonly #atOnce: number
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, most: number) {
    this.#atOnce = atOnce
    this.#most = most
  }

  /** Runs the work when its turn comes. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      return await work()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++
      return Promise.resolve()
    }
    if (this.#waiting.length >= this.#most) {
      return Promise.reject(new PublicError(503, "Service Unavailable", { headers: { "retry-after": "1" } }))
    }
    return new Promise((go) => {
      this.#waiting.push(() => {
        this.#running++
        go()
      })
    })
  }
}
