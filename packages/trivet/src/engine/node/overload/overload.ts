import type { ServerResponse } from "node:http"
import type { Reply } from "../../../context/reply.ts"
import type { CallShares } from "./call-shares.ts"
import type { Connections } from "../connection/connections.ts"
import { LoopMeter } from "./loop-meter.ts"
import type { Rejections } from "./rejections.ts"
import { WaitingCalls } from "./waiting-calls.ts"

/** When a server rejects requests with 503. */
export interface OverloadOptions {
  /**
   * Milliseconds by which the process's own work may delay the event loop. Default: 250. Above it, requests wait in a
   * queue; new ones are rejected once a request has waited for the same time. A single long request causes no rejection,
   * nor do other processes on the machine.
   */
  readonly maxDelay?: number
  /**
   * The greatest number of requests in flight. Default: 1,000. As many more may be receiving their body. Above half of the
   * limit, a client address with a quarter of the requests gets no more.
   */
  readonly maxInFlight?: number
}

/** How often the delay of the event loop is measured, in milliseconds. */
const step = 50
/** For how many milliseconds nothing must have been late or rejected before the overload counts as over. */
const quiet = 1_000
/**
 * From how many milliseconds on a turn is long, where the loop has no rest: a connection may then wait for long before it
 * is accepted, and nothing of that is seen here.
 */
const longTurn = 10
/** So many handlers may always run at once. */
const fewest = 8

/**
 * Whether this process has more work than it can do. While the event loop is on time, calls start as they arrive. When
 * it has been late they are queued, and a few start in each turn of the loop. A call that arrives when another has
 * waited too long is rejected at once: some calls are answered soon and the rest at almost no cost, instead of all of
 * them late. Each call is decided by itself, so nothing switches back and forth; only the log has a beginning and an end.
 */
export class Overload {
  readonly #delay: number
  readonly #most: number
  /** From how many in flight on they are counted by client, and how many of them one client may have then. */
  readonly #crowded: number
  readonly #share: number
  readonly #rejections: Rejections
  readonly #shares: CallShares
  readonly #connections: Connections
  readonly #waiting: WaitingCalls
  readonly #loop = new LoopMeter()
  readonly #timer: ReturnType<typeof setInterval> | undefined
  /** When the timer is due. */
  #due = performance.now() + step
  #inFlight = 0
  /** How many may be in flight now: those that are receiving their body are less work. */
  #bound: number
  /** Whether the event loop was late a short time ago. */
  #isLate = false
  /** How many may be in flight then before others wait. It shrinks while the loop is late and grows while it is not. */
  #maxWhileLate = 0
  /** When it was late, or a call was rejected, for the last time. */
  #latest = 0

  constructor(
    options: OverloadOptions | false,
    rejections: Rejections,
    connections: Connections,
    shares: CallShares,
  ) {
    const never = { maxDelay: Infinity, maxInFlight: Infinity }
    const { maxDelay: delay = 250, maxInFlight: inFlight = 1_000 } = options === false ? never : options
    this.#delay = delay
    this.#most = inFlight
    this.#bound = inFlight
    this.#crowded = inFlight / 2
    this.#share = Math.max(1, inFlight / 4)
    this.#shares = shares
    this.#rejections = rejections
    this.#connections = connections
    this.#waiting = new WaitingCalls(
      delay,
      connections,
      () => !this.#isLate || this.#inFlight < this.#maxWhileLate,
    )
    if (options !== false) this.#timer = setInterval(() => this.#look(), step).unref()
  }

  /** Whether a call may start at once. Asked for every call: the clock is not read. */
  get hasCapacity(): boolean {
    return !this.#isLate && this.#inFlight < this.#crowded
  }

  /** How many calls are in flight, are queued, and were rejected since the start. */
  get counts(): { readonly inFlight: number; readonly waiting: number; readonly rejected: number } {
    return { inFlight: this.#inFlight, waiting: this.#waiting.count, rejected: this.#rejections.total }
  }

  /** Counts a call whose handler is running. */
  started(): void {
    this.#inFlight++
  }

  /** Counts one whose handler has answered; a queued one may start. */
  finished(): void {
    this.#inFlight--
    this.#waiting.resume()
  }

  /** Starts a call, at once or from the queue, or gives the reply that rejects it. */
  admit(response: ServerResponse, start: () => void): Reply | undefined {
    const now = performance.now()
    const { isBehind, isLong, count } = this.#waiting
    const open = this.#inFlight + count
    if (open >= this.#crowded) {
      const client = this.#shares.findOverLimit(response, this.#share, now)
      if (client !== undefined) return this.#reject(now, client)
    }
    const isFull = isBehind || (this.#rejections.any && isLong) || open >= this.#bound
    if (isFull) return this.#reject(now)
    if (!this.#isLate && count === 0) start()
    else this.#waiting.add(now, start)
    return undefined
  }

  /** Stops measuring. Queued calls still start. */
  stop(): void {
    clearInterval(this.#timer)
    this.#recover()
  }

  #reject(now: number, client?: string): Reply {
    this.#latest = now
    return this.#rejections.next(now, () => ({
      late: Math.max(0, Math.round(now - this.#due)),
      waiting: this.#waiting.count,
      in_flight: this.#inFlight,
      ...(client !== undefined && { client }),
    }))
  }

  #look(): void {
    const now = performance.now()
    const late = now - this.#due
    this.#due = now + step
    this.#waiting.measure(late + step)
    const { busy, computed, turn } = this.#loop.read(now)
    // Late because others had the processor is not late for having too much to do: rejecting would not help.
    const held = Math.min(late, computed)
    if (held > this.#delay || (busy && (this.#isLate || turn > longTurn))) this.#latest = now
    if (this.#isLate) this.#resize(busy && held > step)
    else if (this.#latest === now) {
      this.#isLate = true
      this.#maxWhileLate = Math.max(fewest, this.#inFlight / 2)
    }
    if (this.#inFlight >= this.#most)
      this.#bound = this.#most + Math.min(this.#connections.uploads, this.#most)
    if (this.#waiting.count > 0) this.#waiting.resume()
    else if (now - this.#latest > quiet) this.#recover()
  }

  /** Work that handlers do after waiting cannot be queued here; only the number of handlers can be limited. */
  #resize(tooMany: boolean): void {
    if (tooMany) this.#maxWhileLate = Math.max(fewest, Math.min(this.#maxWhileLate, this.#inFlight) * 0.7)
    else if (this.#inFlight >= this.#maxWhileLate) this.#maxWhileLate = this.#maxWhileLate * 1.2 + 2
  }

  #recover(): void {
    this.#isLate = false
    this.#rejections.end()
  }
}
