import { PublicError } from "trivet"

/** A limit was reached. It becomes 429 with `Retry-After`. */
export class TooManyRequests extends PublicError {
  /** Seconds until the next call is allowed. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(429, "Too Many Requests", { headers: { "Retry-After": String(retryAfter) } })
    this.retryAfter = retryAfter
  }
}
