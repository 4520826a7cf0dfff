/** Lets so many work at a time. Others wait for their turn, first come first served. */
export class Turns {
  readonly #waiting: { readonly go: () => void; readonly refuse: (reason: Error) => void }[] = []
  readonly #running = new Set<Promise<unknown>>()
  readonly #most: number
  #taken = 0
  #closed: (() => Error) | undefined

  constructor(most: number) {
    this.#most = most
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#closed !== undefined) throw this.#closed()
    if (this.#taken >= this.#most) await new Promise<void>((go, refuse) => this.#waiting.push({ go, refuse }))
    else this.#taken++
    const running = work()
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
      const next = this.#waiting.shift()
      if (next === undefined) this.#taken--
      else next.go()
    }
  }

  /** Refuses those that wait, and everyone who comes later. */
  close(reason: () => Error): void {
    this.#closed = reason
    for (const { refuse } of this.#waiting.splice(0)) refuse(reason())
  }

  /** Resolves when nobody works any longer. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running)
  }
}
