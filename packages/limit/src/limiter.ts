import { createHash } from "node:crypto"
import type { Counter } from "./counter.ts"
import { TooManyRequests } from "./too-many-requests.ts"

/** A limit: `max` calls within `seconds` for each key. */
export interface LimitRule {
  /**
   * The name of the limit in the store and in the `RateLimit` headers: letters, digits, `-`, `_` and `.`. Limits with the
   * same name count together and must have the same rule.
   */
  readonly name: string
  /** The number of calls that a key may make, at least 1. */
  readonly max: number
  /** The time in which it may make them, in seconds, counted from the first call. */
  readonly seconds: number
  /**
   * Makes the delay grow: when all points are taken, the key waits for `seconds`, the next time for twice as long, and so
   * on, up to `maxSeconds`. The count is reset after four times `maxSeconds` without a call. Default: no growth.
   */
  readonly maxSeconds?: number | undefined
}

/** A point that was taken. */
export interface Reservation {
  /** The number of points that are left. */
  readonly remaining: number
  /** Seconds until all points are available again. */
  readonly reset: number
  /** Gives the point back, so that the call does not count. */
  release(): Promise<void>
}

/** The counters of a limiter. */
export interface Counters {
  /** Shared by all processes; it may be unavailable. */
  readonly shared: Counter | undefined
  /** The counter of this process, used while the shared one is unavailable, so that a limit is never lifted. */
  readonly own: Counter
}

/** Counts calls by key. Make it with `inject(Limits).limiter(rule)`. */
export class Limiter {
  /** The rule. */
  readonly rule: LimitRule
  readonly #counters: Counters | undefined

  /** @internal Without counters it allows every call. */
  constructor(rule: LimitRule, counters: Counters | undefined) {
    this.rule = rule
    this.#counters = counters
  }

  /** Whether it counts; false if `limits()` has `disabled: true`. */
  get isOn(): boolean {
    return this.#counters !== undefined
  }

  /** Takes a point of a key. Throws `TooManyRequests`, a 429, if none is left. Call it before the work. */
  async reserve(key: string): Promise<Reservation> {
    const { max, seconds } = this.rule
    if (this.#counters === undefined)
      return { remaining: max, reset: seconds, release: async () => undefined }
    const { shared, own } = this.#counters
    const hashed = hashOf(key)
    if (shared === undefined) return take(own, hashed)
    return take(shared, hashed).catch((error: unknown) => {
      if (error instanceof TooManyRequests) throw error
      return take(own, hashed)
    })
  }
}

/** The hash of a key in a store: of fixed length, and it does not reveal e-mail addresses. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url")
}

/** The point is given back to the counter and window it was taken from: elsewhere it would allow one call too many. */
async function take(counter: Counter, key: string): Promise<Reservation> {
  const { taken, remaining, wait, window } = await counter.take(key)
  const reset = Math.max(1, Math.ceil(wait / 1000))
  if (!taken) throw new TooManyRequests(reset)
  return { remaining, reset, release: () => counter.give(key, window).catch(() => undefined) }
}
