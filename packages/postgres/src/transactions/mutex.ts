/** Runs one task at a time, in the order in which they were given. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()
  #tasks = 0

  /** Whether a task would begin at once. */
  get isFree(): boolean {
    return this.#tasks === 0
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const { isFree } = this
    this.#tasks++
    const result = isFree ? task() : this.#last.then(task)
    const end = () => void this.#tasks--
    this.#last = result.then(end, end)
    return result
  }
}
