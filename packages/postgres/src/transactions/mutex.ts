/** Runs one task at a time, in the order in which they were given. */
export class Mutex {
  readonly #waiting: (() => void)[] = []
  #isFree = true

  /** Whether a task would begin at once. */
  get isFree(): boolean {
    return this.#isFree
  }

  // Only the caller waits for the promise of a task. If the next task waited for it too, V8 could not follow the stack of a
  // query to the application's line.
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#isFree) this.#isFree = false
    else await new Promise<void>((begin) => this.#waiting.push(begin))
    try {
      return await task()
    } finally {
      // Handed over, so that a task that comes now does not pass those that wait.
      const next = this.#waiting.shift()
      if (next === undefined) this.#isFree = true
      else next()
    }
  }
}
