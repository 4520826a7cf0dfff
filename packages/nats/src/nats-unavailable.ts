import { PublicError } from "trivet"

/**
 * NATS is unavailable: no connection, no reply in time, or no JetStream. Uncaught, it becomes 503 with `Retry-After: 1`. If
 * the connection was lost before the reply, the message may have been published.
 *
 * @example
 * ```ts
 * import { NatsUnavailable } from "@trivet/nats"
 * import { inject, Topics } from "trivet"
 *
 * export class Visits {
 *   readonly #topics = inject(Topics)
 *
 *   async show(page: string): Promise<void> {
 *     try {
 *       await this.#topics.publish("visits", { page })
 *     } catch (error) {
 *       if (!(error instanceof NatsUnavailable)) throw error // otherwise the page is shown, and nobody is told
 *     }
 *   }
 * }
 * ```
 */
export class NatsUnavailable extends PublicError {
  constructor(cause?: unknown) {
    super(503, "The service is not available, try again later", { headers: { "Retry-After": "1" }, cause })
  }
}
