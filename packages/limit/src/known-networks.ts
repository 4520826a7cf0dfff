import { hashOf } from "./limiter.ts"
import type { RedisCommands } from "./redis-counter.ts"

const seconds = 30 * 24 * 60 * 60
const most = 100_000
const batch = 1_000

/**
 * The networks from which each account was logged in to during the last 30 days: in Redis, or in this process if there
 * is none or it is unavailable. An unknown network has no tries of its own, so lost data never allows additional tries.
 */
export class KnownNetworks {
  readonly #prefix: string
  readonly #redis: RedisCommands | undefined
  // The time at which each entry expires, oldest first.
  readonly #own = new Map<string, number>()

  constructor(prefix: string, redis: RedisCommands | undefined) {
    this.#prefix = prefix
    this.#redis = redis
  }

  /** Whether there was a login to the account from this network. */
  async has(account: string, network: string): Promise<boolean> {
    const key = this.#keyOf(account, network)
    if ((this.#own.get(key) ?? 0) > performance.now()) return true
    const found = await this.#redis?.send<string | null>(["GET", key]).catch(() => null)
    return typeof found === "string"
  }

  /** Records a login from a network. */
  async add(account: string, network: string): Promise<void> {
    const key = this.#keyOf(account, network)
    if (this.#redis === undefined) return this.#keep(key)
    await this.#redis.send(["SET", key, "1", "EX", String(seconds)]).catch(() => this.#keep(key))
  }

  #keep(key: string): void {
    this.#own.delete(key)
    this.#own.set(key, performance.now() + seconds * 1000)
    if (this.#own.size > most)
      for (const oldest of Array.from(this.#own.keys()).slice(0, batch)) this.#own.delete(oldest)
  }

  #keyOf(account: string, network: string): string {
    return `${this.#prefix}:known:${hashOf(JSON.stringify([account, network]))}`
  }
}
