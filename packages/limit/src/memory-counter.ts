import { RateLimiterMemory } from "rate-limiter-flexible"

const most = 100_000

/** Counts in this process's memory. Of more than so many keys the oldest are forgotten: memory must stay bounded. */
export class MemoryCounter extends RateLimiterMemory {
  readonly #keys = new Set<string>()

  override async consume(key: string): ReturnType<RateLimiterMemory["consume"]> {
    this.#keys.add(key)
    for (const oldest of this.#keys) {
      if (this.#keys.size <= most) break
      this.#keys.delete(oldest)
      await this.delete(oldest)
    }
    return super.consume(key)
  }

  /** How many keys are held, those whose window is over among them. */
  get size(): number {
    return this.#keys.size
  }
}
