import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
import type { Log } from "../../store/log.ts"

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

/** The calls that are answered 503 in one spell of overload. The log has its beginning and its end. */
export class Refusals {
  readonly #refusal: Refusal
  readonly #log: Log
  #count = 0
  #since = 0
  #latest = 0

  constructor(refusal: Refusal, log: Log) {
    this.#refusal = refusal
    this.#log = log
  }

  /** Whether the spell has begun. */
  get any(): boolean {
    return this.#count > 0
  }

  /** The reply for one more. `state` is what the log says of the first. */
  next(now: number, state: () => object): Reply {
    this.#latest = now
    if (this.#count++ === 0) {
      this.#since = now
      this.#log.warn(state(), "overloaded: some calls are answered 503")
    }
    const reply = new Reply(503, this.#refusal.type, this.#refusal.body)
    reply.headers = new ReplyHeaders()
    reply.headers.set("retry-after", "1")
    return reply
  }

  /** The spell is over, if there was one. */
  end(): void {
    if (this.#count === 0) return
    const seconds = Math.round((this.#latest - this.#since) / 100) / 10
    this.#log.warn({ refused: this.#count, seconds }, "no longer overloaded")
    this.#count = 0
  }
}
