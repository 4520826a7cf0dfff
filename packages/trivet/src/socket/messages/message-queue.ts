type Step = IteratorResult<unknown, undefined>

/** The queue between the connection, which adds messages, and the handler, which takes them. */
export class MessageQueue implements AsyncIterableIterator<unknown, undefined> {
  readonly #waiting: unknown[] = []
  readonly #reader: { readOn(): void }
  #give: ((step: Step) => void) | undefined
  #isOver = false

  /** Calls `reader.readOn()` whenever a queued message is taken. */
  constructor(reader: { readOn(): void }) {
    this.#reader = reader
  }

  /** Number of queued messages. */
  get size(): number {
    return this.#waiting.length
  }

  /** Adds a message. */
  add(message: unknown): void {
    if (this.#isOver) return
    if (this.#give === undefined) this.#waiting.push(message)
    else this.#hand({ done: false, value: message })
  }

  /** Ends the queue. Queued messages can still be taken. */
  end(): void {
    this.#isOver = true
    this.#hand({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Step> {
    if (this.#waiting.length > 0) {
      const value = this.#waiting.shift()
      this.#reader.readOn()
      return Promise.resolve({ done: false, value })
    }
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined })
    return new Promise((give) => (this.#give = give))
  }

  return(): Promise<Step> {
    this.#waiting.length = 0
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  #hand(step: Step): void {
    const give = this.#give
    this.#give = undefined
    give?.(step)
  }
}
