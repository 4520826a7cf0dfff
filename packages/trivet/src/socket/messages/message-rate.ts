/** Token bucket for the messages of a client: `perSecond` on average, bursts of twice as many. */
export class MessageRate {
  readonly #perSecond: number
  #allowed: number
  #countedAt: number

  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond
    this.#allowed = perSecond * 2
    this.#countedAt = now
  }

  /** Counts a message and returns whether it is allowed. `now` is a time of the monotonic clock. */
  take(now: number): boolean {
    const gained = ((now - this.#countedAt) / 1_000) * this.#perSecond
    this.#allowed = Math.min(this.#perSecond * 2, this.#allowed + gained) - 1
    this.#countedAt = now
    return this.#allowed >= 0
  }
}
