import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
import type { Log } from "../../store/log.ts"
import type { Connections } from "./connections.ts"
import { cpuTime } from "./cpu-time.ts"
import { LoopMeter } from "./loop-meter.ts"

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

/** What an overloaded process says: of which type, and its text. */
export interface Refusal {
  readonly type: string
  readonly body: string
}

const json: Refusal = { type: "application/json; charset=utf-8", body: '{"error":"Service Unavailable"}' }
const page: Refusal = {
  type: "text/html; charset=utf-8",
  body: "<!doctype html><title>Service Unavailable</title><h1>Service Unavailable</h1>",
}

/** What a platform's clients can read. It is said without asking the platform: that would cost as much as an answer. */
export function refusalFor(platform: "api" | "web" | "cli"): Refusal {
  return platform === "web" ? page : json
}

/** How often lateness is looked at, in milliseconds. */
const step = 50
/**
 * How many milliseconds of computing calls are begun for in one turn of the loop: Node accepts one connection in each, so
 * turns must be short.
 */
const slice = 2
/** How many turns in a row may be left to who wants to connect. */
const mostPassed = 16
/** For how long nothing must have been late or refused before the load counts as over. */
const quiet = 1_000

/**
 * From how many milliseconds on a turn is long, where the loop has no rest: a connection may then wait for long before it
 * is accepted, and nothing of that is seen here.
 */
const longTurn = 10
/** So many handlers are always let work at once. */
const fewest = 8

interface Waiting {
  readonly since: number
  readonly begin: () => void
}

/**
 * Whether this process has more to do than it can carry. While the loop is in time, calls are begun as they come. When
 * it has been late they wait for their turn, a few in each turn of the loop, and a call that comes when another has
 * waited too long is refused at once: some are answered soon and the rest at next to no cost, instead of all of them
 * late. Both are judged call by call, so there is no on and off that could flutter; only what is logged has an end.
 */
export class Overload {
  readonly #delay: number
  readonly #most: number
  readonly #refusal: Refusal
  readonly #log: Log
  readonly #connections: Connections
  readonly #timer: ReturnType<typeof setInterval> | undefined
  /** How many may be in flight now: those that wait for their clients are no work. */
  #bound: number
  /** When the timer should come next. */
  #due = performance.now() + step
  #inFlight = 0
  /** Whether the loop has been late, not long ago. */
  #strained = false
  /** While it is: how many may be in flight before others wait. It shrinks with lateness and grows without. */
  #window = 0
  /** When it was late, or a call refused, for the last time. */
  #latest = 0
  readonly #loop = new LoopMeter()
  readonly #queue: Waiting[] = []
  #scheduled = false
  /** How many of those that waited are begun in a millisecond, lately, and how many were since the last look. */
  #pace = 0
  #begun = 0
  #accepted = 0
  #passed = 0
  /** In how many turns in a row others were begun, and there was still one that had waited too long. */
  #behind = 0
  #refused = 0
  #since = 0

  constructor(
    options: OverloadOptions | false,
    refusal: Refusal,
    { log, connections }: { readonly log: Log; readonly connections: Connections },
  ) {
    const never = { delay: Infinity, inFlight: Infinity }
    const { delay = 250, inFlight = 1_000 } = options === false ? never : options
    this.#delay = delay
    this.#most = inFlight
    this.#bound = inFlight
    this.#refusal = refusal
    this.#log = log
    this.#connections = connections
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
    if (this.#queue.length > 0) this.#schedule()
  }

  /** Lets a call begin in its turn, or gives the reply with which it is refused. */
  judge(begin: () => void): Reply | undefined {
    const now = performance.now()
    const { length } = this.#queue
    // In overload no more may wait than are begun within the time that one may wait: the last would wait much longer.
    const isFull = this.#behind > 1 || (this.#refused > 0 && length > this.#pace * this.#delay)
    if (isFull || this.#inFlight + length >= this.#bound) return this.#refuse(now)
    this.#queue.push({ since: now, begin })
    this.#schedule()
    return undefined
  }

  /** Looks no more. What waits still has its turn. */
  end(): void {
    clearInterval(this.#timer)
    this.#calm()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#beginSome())
  }

  #beginSome(): void {
    this.#scheduled = false
    if (this.#letIn()) return this.#schedule()
    const until = cpuTime() + slice
    let at = 0
    while (this.#mayBegin && at < this.#queue.length && cpuTime() < until) this.#queue[at++]!.begin()
    this.#queue.splice(0, at)
    this.#begun += at
    const isBehind = this.#queue.length > 0 && performance.now() - this.#queue[0]!.since > this.#delay
    this.#behind = isBehind ? this.#behind + 1 : 0
    // Where all places are taken, the next one comes when a handler is done.
    if (this.#queue.length > 0 && this.#mayBegin) this.#schedule()
  }

  /**
   * Whether to leave this turn to who wants to connect. Where one was accepted more may wait, each for a turn of its own,
   * and whoever waits there is not counted here.
   */
  #letIn(): boolean {
    const { accepted } = this.#connections
    const more = accepted !== this.#accepted && this.#passed < mostPassed
    this.#accepted = accepted
    this.#passed = more ? this.#passed + 1 : 0
    return more
  }

  get #mayBegin(): boolean {
    return !this.#strained || this.#inFlight < this.#window
  }

  #refuse(now: number): Reply {
    this.#latest = now
    if (this.#refused++ === 0) {
      this.#since = now
      const late = Math.max(0, Math.round(now - this.#due))
      const waiting = this.#queue.length
      this.#log.warn({ late, waiting, in_flight: this.#inFlight }, "overloaded: some calls are answered 503")
    }
    const reply = new Reply(503, this.#refusal.type, this.#refusal.body)
    reply.headers = new ReplyHeaders()
    reply.headers.set("retry-after", "1")
    return reply
  }

  #look(): void {
    const now = performance.now()
    const late = now - this.#due
    this.#pace += (this.#begun / (late + step) - this.#pace) / 8
    this.#begun = 0
    this.#due = now + step
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
    if (this.#queue.length > 0) this.#schedule()
    else if (now - this.#latest > quiet) this.#calm()
  }

  /** What handlers do after they have waited for something is not begun by anybody here: only their number can be. */
  #resize(tooMany: boolean): void {
    if (tooMany) this.#window = Math.max(fewest, Math.min(this.#window, this.#inFlight) * 0.7)
    else if (this.#inFlight >= this.#window) this.#window = this.#window * 1.2 + 2
  }

  #calm(): void {
    this.#strained = false
    this.#tellEnd()
  }

  #tellEnd(): void {
    if (this.#refused === 0) return
    const seconds = Math.round((this.#latest - this.#since) / 100) / 10
    this.#log.warn({ refused: this.#refused, seconds }, "no longer overloaded")
    this.#refused = 0
  }
}
