/** FIFO semaphore. */
export class Turns {
  /** Called to start the work, or with a reason to reject it. */
  readonly #waiting = new Set<(reason?: unknown) => void>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #most: number
  #taken = 0
  #closed: (() => Error) | undefined

  constructor(most: number) {
    this.#most = most
  }

  /** Runs work when it is its turn. The signal cancels the wait. */
  async run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    if (this.#closed !== undefined) throw this.#closed()
    signal?.throwIfAborted()
    if (this.#taken < this.#most) this.#taken++
    else await this.#wait(signal)
    const running = work()
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
      const [next] = this.#waiting
      if (next === undefined) this.#taken--
      else next()
    }
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((go, refuse) => {
      const end = (reason?: unknown) => {
        this.#waiting.delete(end)
        signal?.removeEventListener("abort", giveUp)
        if (reason === undefined) go()
        else refuse(reason)
      }
      const giveUp = () => end(signal!.reason)
      signal?.addEventListener("abort", giveUp)
      this.#waiting.add(end)
    })
  }

  /** Rejects waiting and later calls. */
  close(reason: () => Error): void {
    this.#closed = reason
    for (const end of this.#waiting) end(reason())
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running)
  }
}
