import type { Rejection } from "../../../app/dispatch/platform.ts"
import { ReplyHeaders } from "../../../context/reply/reply-headers.ts"
import { Reply } from "../../../context/reply/reply.ts"
import type { Log } from "../../../log/log.ts"
import { retryAfter } from "./retry-after.ts"

/**
 * The requests that are rejected with 503 in one period of overload. The beginning and the end are logged. The body is
 * made in advance, because having the platform write each would cost as much as serving the request.
 */
export class Rejections {
  readonly #rejection: Rejection
  readonly #log: Log
  #count = 0
  /** How many were rejected in earlier periods. */
  #before = 0
  #since = 0
  #latest = 0

  constructor(rejection: Rejection, log: Log) {
    this.#rejection = rejection
    this.#log = log
  }

  /** Whether any request was rejected in this period. */
  get any(): boolean {
    return this.#count > 0
  }

  /** How many were rejected in all periods. */
  get total(): number {
    return this.#before + this.#count
  }

  /** The reply to the next rejected request. `state` returns the fields that are logged with the first one. */
  next(now: number, state: () => object): Reply {
    this.#latest = now
    if (this.#count++ === 0) {
      this.#since = now
      this.#log.warn(state(), "overloaded: rejecting some requests with 503")
    }
    const reply = Reply.body(503, this.#rejection.type, this.#rejection.body)
    reply.headers = new ReplyHeaders()
    reply.headers.set("retry-after", retryAfter())
    return reply
  }

  /** Ends the current period, if there is one. */
  end(): void {
    if (this.#count === 0) return
    const seconds = Math.round((this.#latest - this.#since) / 100) / 10
    this.#log.warn({ rejected: this.#count, seconds }, "no longer overloaded")
    this.#before += this.#count
    this.#count = 0
  }
}
