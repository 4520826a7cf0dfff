import { PublicError } from "trivet"

/** A limit was reached. It is answered with 429 and `Retry-After`. */
export class TooManyRequests extends PublicError {
  /** Seconds until the limit is lifted. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(429, "Too Many Requests", { headers: { "Retry-After": String(retryAfter) } })
    this.retryAfter = retryAfter
  }
}
