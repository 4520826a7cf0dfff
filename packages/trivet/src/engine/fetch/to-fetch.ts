import type { App } from "../../app/app.ts"
import { builtOf } from "../../app/built-of.ts"
import { isBodiless, type Reply } from "../../context/reply.ts"
import { Fault } from "../../fault/fault.ts"
import type { BuiltApp } from "../../app/build-app.ts"
import { findRejection } from "../find-rejection.ts"
import { settleReply } from "../settle-reply.ts"
import type { RuntimeInfo } from "./address-of.ts"
import { FetchIncoming } from "./fetch-incoming.ts"
import { targetOf } from "./target-of.ts"
import { writeBody } from "./write-body.ts"

/** A function that answers a Web `Request`, as `Bun.serve` and `Deno.serve` call it. `info` gives the client's address. */
export type FetchHandler = (request: Request, info?: RuntimeInfo) => Response | Promise<Response>

/**
 * Makes a fetch handler of an application, for `Bun.serve({ fetch: toFetch(app) })` and `Deno.serve(toFetch(app))`. It
 * runs every `onServe()`. It does not stop the application: call `app.stop()` when the process ends.
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
export function toFetch(app: App): FetchHandler {
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

function respond(request: Request, incoming: FetchIncoming, reply: Reply, built: BuiltApp): Response {
  const { log } = built.settings
  const { status, body, headers, done } = reply
  try {
    if (
      typeof body === "string" &&
      headers === undefined &&
      done === undefined &&
      isPlain(incoming.method, status)
    ) {
      incoming.over(false)
      return new Response(body, initFor(status, reply.type!))
    }
    settleReply(reply, request.method)
    const list = headersOf(reply)
    return new Response(writeBody(incoming, reply, log), { status, headers: list })
  } catch (error) {
    log.error({ err: error }, "a reply cannot be written")
    done?.({ status: 500, aborted: false })
    const own = findRejection(built, 500)
    if (own === undefined) return Response.json({ error: "Internal Server Error" }, { status: 500 })
    return new Response(own.body, { status: 500, headers: { "content-type": own.type } })
  }
}

let last:
  | { readonly type: string; readonly init: { readonly status: number; readonly headers: Headers } }
  | undefined

/** Status and type of a plain reply. Most are alike, and runtimes copy headers that are made already. */
function initFor(status: number, type: string): ResponseInit {
  if (last?.init.status !== status || last.type !== type) {
    last = { type, init: { status, headers: new Headers({ "content-type": type }) } }
  }
  return last.init
}

function isPlain(method: string, status: number): boolean {
  return method !== "HEAD" && !isBodiless(status)
}

function headersOf({ headers, type }: Reply): Headers {
  const list = new Headers()
  const pairs = headers?.list ?? []
  for (let at = 0; at < pairs.length; at += 2) list.append(pairs[at]!, pairs[at + 1]!)
  if (type !== undefined && !list.has("content-type")) list.set("content-type", type)
  return list
}
