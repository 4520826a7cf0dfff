import type { App } from "../../app/app.ts"
import { engineAppOf } from "../../app/engine-app.ts"
import { answerRequests, type FetchHandler } from "./answer-requests.ts"
import { edgeHandler, type EdgeHandler } from "./edge-handler.ts"

/**
 * Makes a fetch handler of an application, for `Bun.serve({ fetch: toFetch(app) })` and `Deno.serve(toFetch(app))`. It
 * runs every `onServe()`. It does not stop the application: call `app.stop()` when the process ends.
 *
 * With a function that creates the application, it makes the handler of an edge runtime such as Cloudflare Workers:
 * `export default { fetch: toFetch((env: Env) => createApp(App, { platform: api() })) }`. The function runs once in each
 * isolate, during the first request, and gets the bindings. If it fails, the request gets 500, the error is printed, and
 * the next request tries again.
 *
 * @example
 * ```ts
 * import { createApp, get, module, routes } from "trivet"
 * import { api } from "trivet/api"
 * import { toFetch } from "trivet/fetch"
 *
 * class Hello {
 *   routes() {
 *     return routes([get("/hello", () => ({ hello: "world" }))])
 *   }
 * }
 *
 * const app = await createApp(module({ name: "hello", declarations: [Hello] }), { platform: api() })
 * const handle = toFetch(app)
 * const response = await handle(new Request("http://localhost/hello"))
 * console.log(await response.json()) // { hello: "world" }
 * ```
 */
export function toFetch<Env>(create: (env: Env) => App | Promise<App>): EdgeHandler<Env>
export function toFetch(app: App): FetchHandler
export function toFetch(
  given: App | ((env: unknown) => App | Promise<App>),
): FetchHandler | EdgeHandler<unknown> {
  return typeof given === "function" ? edgeHandler(given) : fetchHandler(given)
}

function fetchHandler(given: App): FetchHandler {
  const app = engineAppOf(given)
  app.startServing().catch((error: unknown) => app.settings.log.error({ err: error }, "onServe() failed"))
  return answerRequests(app, app)
}
