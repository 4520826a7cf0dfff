import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
import type { Log } from "../../store/log.ts"
import type { Connections } from "./connections.ts"

/** When calls are answered 503 instead of begun. */
export interface OverloadOptions {
  /**
   * Milliseconds by which the event loop may be late: 250 unless given. Late twice in a row is overload; one long call
   * is not.
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
/** For how long nothing must have been refused before the load counts as over. */
const quiet = 1_000

/**
 * Whether this process has more to do than it can carry. A call is judged when it comes, by how late the loop is at that
 * moment: those that a turn of the loop can carry are answered soon, and the rest at next to no cost, instead of all of
 * them late. There is no on and off that could flutter: what is logged has a beginning and an end, the judgement has not.
 */
export class Overload {
  /** Calls whose handlers are at work. */
  inFlight = 0
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
  /** From which lateness on calls are refused. Calm, after one late turn, and in overload. */
  #limit = Infinity
  #refused = 0
  #latest = 0
  #since = 0

  constructor(
    options: OverloadOptions | false,
    refusal: Refusal,
    { log, connections }: { readonly log: Log; readonly connections: Connections },
  ) {
    const { delay = 250, inFlight = 1_000 } =
      options === false ? { delay: Infinity, inFlight: Infinity } : options
    this.#delay = delay
    this.#most = inFlight
    this.#bound = inFlight
    this.#refusal = refusal
    this.#log = log
    this.#connections = connections
    if (options !== false) this.#timer = setInterval(() => this.#look(), step).unref()
  }

  /** Whether the call that has just come is one too many. The clock is read only when the loop has been late. */
  get isOver(): boolean {
    return (
      this.inFlight >= this.#bound ||
      (this.#limit !== Infinity && performance.now() - this.#due > this.#limit)
    )
  }

  /** Counts a call that is not begun, and gives its reply. */
  refuse(): Reply {
    const now = performance.now()
    if (this.inFlight < this.#bound) this.#limit = this.#delay / 5
    this.#latest = now
    if (this.#refused++ === 0) {
      this.#since = now
      const late = Math.max(0, Math.round(now - this.#due))
      this.#log.warn({ late, in_flight: this.inFlight }, "overloaded: some calls are answered 503")
    }
    const reply = new Reply(503, this.#refusal.type, this.#refusal.body)
    reply.headers = new ReplyHeaders()
    reply.headers.set("retry-after", "1")
    return reply
  }

  /** Looks no more. */
  end(): void {
    clearInterval(this.#timer)
    this.#tellEnd()
  }

  #look(): void {
    const now = performance.now()
    const late = now - this.#due
    this.#due = now + step
    if (this.inFlight >= this.#most) this.#bound = this.#most + this.#connections.uploads
    if (this.#limit === Infinity) {
      if (late > this.#delay) this.#limit = this.#delay
    } else if (this.#limit === this.#delay) {
      this.#limit = late > this.#delay ? this.#delay / 5 : Infinity
      this.#latest = now
    } else if (now - this.#latest > quiet) this.#limit = Infinity
    if (this.#refused > 0 && now - this.#latest > quiet) this.#tellEnd()
  }

  #tellEnd(): void {
    if (this.#refused === 0) return
    const seconds = Math.round((this.#latest - this.#since) / 100) / 10
    this.#log.warn({ refused: this.#refused, seconds }, "no longer overloaded")
    this.#refused = 0
  }
}
