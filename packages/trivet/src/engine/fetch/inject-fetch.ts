import { AppLog } from "../../app/app-log.ts"
import { EnginePlatforms } from "../../app/engine-platforms.ts"
import { partsOf, type Platform } from "../../app/dispatch/platform.ts"
import { inject } from "../../inject/inject.ts"
import { answerRequests, type FetchHandler } from "./answer-requests.ts"

/**
 * Returns a function that answers a Web `Request` with the routes of the application itself, in process and through all
 * of their middlewares. For packages that pass calls on, such as `@trivet/mcp`. Call it where `inject()` may be called,
 * and the returned function once the application has started. `platform` answers if the application serves no requests,
 * as with `cli()`.
 *
 * @example
 * ```ts
 * import { type Context, post, routes } from "trivet"
 * import { api } from "trivet/api"
 * import { injectFetch } from "trivet/fetch"
 *
 * export class BatchController {
 *   readonly #fetch = injectFetch(api())
 *
 *   routes() {
 *     return routes([post("/batch", this.run)])
 *   }
 *   async run(ctx: Context) {
 *     const headers = { authorization: ctx.header("authorization") }
 *     const reply = await this.#fetch(new Request("http://localhost/posts", { headers }))
 *     return [{ status: reply.status, body: await reply.json() }]
 *   }
 * }
 * ```
 */
export function injectFetch(platform: Platform): FetchHandler {
  const answers = inject(EnginePlatforms).add(platform)
  return answerRequests(answers, { platform: partsOf(platform), settings: { log: inject(AppLog) } })
}
