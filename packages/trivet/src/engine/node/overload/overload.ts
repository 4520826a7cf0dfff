import type { ServerResponse } from "node:http"
import type { Reply } from "../../../context/reply/reply.ts"
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
/** Overload ends after this many milliseconds without a late event loop or a rejection. */
const quiet = 1_000
/**
 * Loop iterations longer than this, in milliseconds, are overload if the loop is never idle: new connections may then
 * wait long before they are accepted, and that wait cannot be measured here.
 */
const longTurn = 10
/** Minimum number of handlers that may run concurrently. */
const fewest = 8

/**
 * Detects that this process has more work than it can do. While the event loop is on time, requests start as they
 * arrive. When it has been late they are queued, and a few start in each loop iteration. If a queued request has waited
 * too long, new ones are rejected immediately: some requests are answered soon and the others cost almost nothing,
 * instead of all being late. Each request is decided by itself, so the server does not oscillate between two states;
 * only the log has a beginning and an end.
 */
export class Overload {
  readonly #delay: number
  readonly #most: number
  /** Above `#crowded` requests in flight they are counted per client, and a client may have `#share` of them. */
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
  /**
   * Current limit of requests in flight. It is raised by those that are still receiving their body, because they need
   * less work.
   */
  #bound: number
  /** Whether the event loop was late recently. */
  #isLate = false
  /**
   * Limit of requests in flight while the loop is late; others are queued. It shrinks while the loop stays late and
   * grows otherwise.
   */
  #maxWhileLate = 0
  /** When the loop was last late or a request was last rejected. */
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

  /** Whether a request may start at once. Evaluated for every request, so it does not read the clock. */
  get hasCapacity(): boolean {
    return !this.#isLate && this.#inFlight < this.#crowded
  }

  /** Number of requests that are in flight, are queued, and were rejected since the start. */
  get counts(): { readonly inFlight: number; readonly waiting: number; readonly rejected: number } {
    return { inFlight: this.#inFlight, waiting: this.#waiting.count, rejected: this.#rejections.total }
  }

  /** Counts a request whose handler has started. */
  started(): void {
    this.#inFlight++
  }

  /** Counts a request whose handler has answered; a queued one may start. */
  finished(): void {
    this.#inFlight--
    this.#waiting.resume()
  }

  /** Starts a request, at once or from the queue, or returns the reply that rejects it. */
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

  /** Stops measuring. Queued requests still start. */
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
    const { busy, computed, turn } = this.#loop.read(now)
    const { backlog } = this.#waiting.measure(late + step, computed)
    // A delay caused by other processes is not overload, because rejecting requests would not help. So the delay is
    // limited to the CPU time of this thread.
    const held = Math.min(late, computed)
    // While requests are queued, iterations are short whatever the load, so the queue is what an iteration would be.
    const isLong = Math.max(turn, backlog) > longTurn
    if (held > this.#delay || (busy && isLong)) this.#latest = now
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

  /** Work that handlers do after an `await` cannot be queued here; only the number of handlers can be limited. */
  #resize(tooMany: boolean): void {
    if (tooMany) this.#maxWhileLate = Math.max(fewest, Math.min(this.#maxWhileLate, this.#inFlight) * 0.7)
    else if (this.#inFlight >= this.#maxWhileLate) this.#maxWhileLate = this.#maxWhileLate * 1.2 + 2
  }

  #recover(): void {
    this.#isLate = false
    this.#rejections.end()
  }
}
