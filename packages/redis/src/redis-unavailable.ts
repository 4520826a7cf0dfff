import { PublicError } from "trivet"

/**
 * Redis cannot be used now. It is answered with 503 and `Retry-After`. What was asked of it may have happened all the
 * same when the connection was lost before the reply came.
 */
export class RedisUnavailable extends PublicError {
  constructor(cause?: unknown) {
    super(503, "The service is not available, try again later", { headers: { "Retry-After": "1" }, cause })
  }
}
