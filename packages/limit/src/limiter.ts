import { createHash } from "node:crypto"
import type { Counter } from "./counter.ts"
import { TooManyRequests } from "./too-many-requests.ts"

/** How often something may happen. */
export interface LimitRule {
  /** Tells its counts and its headers from those of other limits: letters, digits, `-`, `_` and `.`. */
  readonly name: string
  /** How often, for one key. */
  readonly points: number
  /** In how many seconds, from the first time. */
  readonly seconds: number
  /**
   * Makes it a growing delay: when all points are taken, the key waits for `seconds`, next time for twice as long, and so
   * on up to this many seconds. Points do not come back before; all is forgotten after four times as long without a try.
   */
  readonly maxSeconds?: number | undefined
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
  readonly shared: Counter | undefined
  /** Of this process alone: when the shared one is unavailable, a limit is never lifted. */
  readonly own: Counter
}

/** Counts how often something happens by key, and says when it is too often. */
export class Limiter {
  readonly rule: LimitRule
  readonly #counters: Counters | undefined

  /** @internal Without counters it lets everything through. */
  constructor(rule: LimitRule, counters: Counters | undefined) {
    this.rule = rule
    this.#counters = counters
  }

  /** Whether it counts at all. */
  get isOn(): boolean {
    return this.#counters !== undefined
  }

  /** Takes a point before the work that it limits is done. Raises `TooManyRequests` when none is left. */
  async reserve(key: string): Promise<Reservation> {
    const { points, seconds } = this.rule
    if (this.#counters === undefined)
      return { remaining: points, reset: seconds, release: async () => undefined }
    const { shared, own } = this.#counters
    const hashed = hashOf(key)
    if (shared === undefined) return take(own, hashed)
    return take(shared, hashed).catch((error: unknown) => {
      if (error instanceof TooManyRequests) throw error
      return take(own, hashed)
    })
  }
}

/** What stands for a key in a store: of one length, and whoever reads the store reads no e-mail address. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url")
}

/** Given back where it was taken, and only to its window: elsewhere it would be one too many. */
async function take(counter: Counter, key: string): Promise<Reservation> {
  const { taken, remaining, wait, window } = await counter.take(key)
  const reset = Math.max(1, Math.ceil(wait / 1000))
  if (!taken) throw new TooManyRequests(reset)
  return { remaining, reset, release: () => counter.give(key, window).catch(() => undefined) }
}
