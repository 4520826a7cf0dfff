import { PublicError } from "trivet"

/**
 * Redis is unavailable: no connection, or no reply in time. Uncaught, it becomes 503 with `Retry-After: 1`. If the
 * connection was lost before the reply, the command may have been executed.
 *
 * @example
 * ```ts
 * import { RedisUnavailable } from "@trivet/redis"
 * import { inject, KeyValue } from "trivet"
 *
 * export class Visits {
 *   readonly #store = inject(KeyValue)
 *
 *   async count(): Promise<number | undefined> {
 *     try {
 *       return await this.#store.increment("visits")
 *     } catch (error) {
 *       if (error instanceof RedisUnavailable) return undefined // the page is shown without the number
 *       throw error
 *     }
 *   }
 * }
 * ```
 */
export class RedisUnavailable extends PublicError {
  constructor(cause?: unknown) {
    super(503, "The service is not available, try again later", { headers: { "Retry-After": "1" }, cause })
  }
}
