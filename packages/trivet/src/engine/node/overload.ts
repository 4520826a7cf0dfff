import type { Reply } from "../../context/reply.ts"
import type { Connections } from "./connections.ts"
import { LoopMeter } from "./loop-meter.ts"
import type { Refusals } from "./refusals.ts"
import { WaitingCalls } from "./waiting-calls.ts"

/** When calls are answered 503 instead of begun. */
export interface OverloadOptions {
  /**
   * Milliseconds by which its own work may make the event loop late: 250 unless given. After that calls wait for their
   * turn, and when one has waited for as long, those that come are refused. One long call alone refuses nothing, nor
   * does a machine that has no time for this process.
   */
  readonly delay?: number
  /** The most calls whose handlers may be at work at once: 1,000 unless given. One whose body still comes in counts not. */
  readonly inFlight?: number
}

/** How often lateness is looked at, in milliseconds. */
const step = 50
/** For how long nothing must have been late or refused before the load counts as over. */
const quiet = 1_000
/**
 * From how many milliseconds on a turn is long, where the loop has no rest: a connection may then wait for long before it
 * is accepted, and nothing of that is seen here.
 */
const longTurn = 10
/** So many handlers are always let work at once. */
const fewest = 8

/**
 * Whether this process has more to do than it can carry. While the loop is in time, calls are begun as they come. When
 * it has been late they wait for their turn, a few in each turn of the loop, and a call that comes when another has
 * waited too long is refused at once: some are answered soon and the rest at next to no cost, instead of all of them
 * late. Both are judged call by call, so there is no on and off that could flutter; only what is logged has an end.
 */
export class Overload {
  readonly #delay: number
  readonly #most: number
  readonly #refusals: Refusals
  readonly #connections: Connections
  readonly #waiting: WaitingCalls
  readonly #loop = new LoopMeter()
  readonly #timer: ReturnType<typeof setInterval> | undefined
  /** When the timer should come next. */
  #due = performance.now() + step
  #inFlight = 0
  /** How many may be in flight now: those that wait for their clients are no work. */
  #bound: number
  /** Whether the loop has been late, not long ago. */
  #strained = false
  /** While it is: how many may be in flight before others wait. It shrinks with lateness and grows without. */
  #window = 0
  /** When it was late, or a call refused, for the last time. */
  #latest = 0

  constructor(options: OverloadOptions | false, refusals: Refusals, connections: Connections) {
    const never = { delay: Infinity, inFlight: Infinity }
    const { delay = 250, inFlight = 1_000 } = options === false ? never : options
    this.#delay = delay
    this.#most = inFlight
    this.#bound = inFlight
    this.#refusals = refusals
    this.#connections = connections
    this.#waiting = new WaitingCalls(
      delay,
      connections,
      () => !this.#strained || this.#inFlight < this.#window,
    )
    if (options !== false) this.#timer = setInterval(() => this.#look(), step).unref()
  }

  /** Whether a call may be begun at once. Asked for every call: the clock is not read. */
  get isCalm(): boolean {
    return !this.#strained && this.#inFlight < this.#bound
  }

  /** Counts a call whose handler is at work. */
  begun(): void {
    this.#inFlight++
  }

  /** Counts one whose handler has answered; another may have its turn. */
  done(): void {
    this.#inFlight--
    this.#waiting.goOn()
  }

  /** Lets a call begin in its turn, or gives the reply with which it is refused. */
  judge(begin: () => void): Reply | undefined {
    const now = performance.now()
    const { isBehind, isLong, count } = this.#waiting
    const isFull = isBehind || (this.#refusals.any && isLong) || this.#inFlight + count >= this.#bound
    if (isFull) return this.#refuse(now)
    this.#waiting.add(now, begin)
    return undefined
  }

  /** Looks no more. What waits still has its turn. */
  end(): void {
    clearInterval(this.#timer)
    this.#calm()
  }

  #refuse(now: number): Reply {
    this.#latest = now
    return this.#refusals.next(now, () => ({
      late: Math.max(0, Math.round(now - this.#due)),
      waiting: this.#waiting.count,
      in_flight: this.#inFlight,
    }))
  }

  #look(): void {
    const now = performance.now()
    const late = now - this.#due
    this.#due = now + step
    this.#waiting.measure(late + step)
    const { busy, computed, turn } = this.#loop.read(now)
    // Late because others had the processor is not late for having too much to do: to refuse would help nobody.
    const held = Math.min(late, computed)
    if (held > this.#delay || (busy && (this.#strained || turn > longTurn))) this.#latest = now
    if (this.#strained) this.#resize(busy && held > step)
    else if (this.#latest === now) {
      this.#strained = true
      this.#window = Math.max(fewest, this.#inFlight / 2)
    }
    if (this.#inFlight >= this.#most) this.#bound = this.#most + this.#connections.uploads
    if (this.#waiting.count > 0) this.#waiting.goOn()
    else if (now - this.#latest > quiet) this.#calm()
  }

  /** What handlers do after they have waited for something is not begun by anybody here: only their number can be. */
  #resize(tooMany: boolean): void {
    if (tooMany) this.#window = Math.max(fewest, Math.min(this.#window, this.#inFlight) * 0.7)
    else if (this.#inFlight >= this.#window) this.#window = this.#window * 1.2 + 2
  }

  #calm(): void {
    this.#strained = false
    this.#refusals.end()
  }
}
