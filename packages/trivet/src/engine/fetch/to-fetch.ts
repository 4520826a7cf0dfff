import type { App } from "../../app/app.ts"
import { builtOf } from "../../app/built-of.ts"
import { Fault } from "../../fault/fault.ts"
import type { RuntimeInfo } from "./address-of.ts"
import { edgeHandler, type EdgeHandler } from "./edge-handler.ts"
import { FetchIncoming } from "./fetch-incoming.ts"
import { respond } from "./respond.ts"
import { targetOf } from "./target-of.ts"

/** A function that answers a Web `Request`, as `Bun.serve` and `Deno.serve` call it. `info` gives the client's address. */
export type FetchHandler = (request: Request, info?: RuntimeInfo) => Response | Promise<Response>

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

function fetchHandler(app: App): FetchHandler {
  const built = builtOf(app)
  app.startServing().catch((error: unknown) => built.settings.log.error({ err: error }, "onServe() failed"))
  return (request, info) => {
    const target = targetOf(request, info)
    const incoming = new FetchIncoming(request, target ?? { path: request.url, query: "" }, info)
    const reply =
      target === undefined ? app.reject(incoming, new Fault("TARGET_AMBIGUOUS", {})) : app.dispatch(incoming)
    return reply instanceof Promise
      ? reply.then((later) => respond(request, incoming, later, built))
      : respond(request, incoming, reply, built)
  }
}
