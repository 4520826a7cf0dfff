import { createHash } from "node:crypto"
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible"
import { TooManyRequests } from "./too-many-requests.ts"

/** How often something may happen. */
export interface LimitRule {
  /** Tells its counts and its headers from those of other limits: letters, digits, `-`, `_` and `.`. */
  readonly name: string
  /** How often, for one key. */
  readonly points: number
  /** In how many seconds, from the first time. */
  readonly seconds: number
}

/** A point that was taken. */
export interface Reservation {
  /** How many are left. */
  readonly remaining: number
  /** Seconds until all are there again. */
  readonly reset: number
  /** Gives the point back: what it was taken for does not count. */
  release(): Promise<void>
}

/** What a limiter counts with. */
export interface Counters {
  /** Shared by all processes; may be away. */
  readonly shared: RateLimiterAbstract | undefined
  /** Of this process alone: when the shared one is away, a limit is never lifted. */
  readonly own: RateLimiterAbstract
}

const longestKey = 64

/** Counts how often something happens by key, and says when it is too often. */
export class Limiter {
  readonly rule: LimitRule
  readonly #counters: Counters | undefined

  /** Without counters it lets everything through. */
  constructor(rule: LimitRule, counters: Counters | undefined) {
    this.rule = rule
    this.#counters = counters
  }

  /** Whether it counts at all. */
  get isOn(): boolean {
    return this.#counters !== undefined
  }

  /** Takes a point before the work that it limits is done. Raises `TooManyRequests` when none is left. */
  async reserve(given: string): Promise<Reservation> {
    const { points, seconds } = this.rule
    if (this.#counters === undefined)
      return { remaining: points, reset: seconds, release: async () => undefined }
    const { shared, own } = this.#counters
    const key = given.length > longestKey ? createHash("sha256").update(given).digest("base64url") : given
    const counter = shared ?? own
    const taken = await take(counter, key).catch((error: unknown) => {
      if (error instanceof TooManyRequests || counter === own) throw error
      return take(own, key)
    })
    return taken
  }
}

/** Given back where it was taken, and only while its window lasts: elsewhere it would be one too many. */
async function take(counter: RateLimiterAbstract, key: string): Promise<Reservation> {
  try {
    const { remainingPoints, msBeforeNext } = await counter.consume(key)
    const ends = performance.now() + msBeforeNext
    return {
      remaining: remainingPoints,
      reset: Math.ceil(msBeforeNext / 1000),
      release: async () => {
        if (performance.now() < ends) await counter.reward(key).catch(() => undefined)
      },
    }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
  }
}
