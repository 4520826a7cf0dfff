import type { Call } from "../../context/call.ts"
import { isResponse } from "../../context/reply/is-response.ts"
import { isThenable } from "../../context/is-thenable.ts"
import type { MiddlewareEntry } from "../../context/middleware.ts"
import { requestOf } from "../../context/request/request-of.ts"
import { checkOptions } from "../../fault/check-options.ts"
import { Fault } from "../../fault/fault.ts"
import { kindOf } from "../../fault/kind-of.ts"
import type { MissingFor } from "./missing.ts"
import type { Route } from "./route.ts"

/**
 * What can be mounted: a function that answers a Web `Request`, or an object with such a function as `fetch`. `info` has
 * the client's address, in the form that `toFetch()` and handlers for Deno know.
 */
export type MountedHandler =
  | ((
      request: Request,
      info: { readonly remoteAddr: { readonly hostname: string } },
    ) => Response | PromiseLike<Response>)
  | {
      /** The function, called with the object as `this`. */
      readonly fetch: (
        request: Request,
        info: { readonly remoteAddr: { readonly hostname: string } },
      ) => Response | PromiseLike<Response>
    }

type MountedFetch = Extract<MountedHandler, { readonly fetch: unknown }>["fetch"]

/** Options of `mount()`. */
export interface MountOptions {
  /** One line that says what is mounted, for listings. */
  readonly summary?: string
  /** Middlewares that run before the handler, outermost first. Default: none. */
  readonly middlewares?: readonly MiddlewareEntry[]
}

/**
 * Makes routes that pass every request for a path, and for everything below it, to a handler of another library:
 * `mount("/graphql", yoga)` answers `/graphql` and `/graphql/*`. A route of your own below that path wins. The handler
 * sees the whole path, so set the same prefix in it. Wrap a Node listener, such as an Express application, with
 * `fromNode()` of `trivet/node`.
 *
 * @example
 * ```ts
 * import { Hono } from "hono"
 * import { mount, routes } from "trivet"
 *
 * const hono = new Hono().basePath("/old").get("/hello", (c) => c.text("hello"))
 *
 * export class Old {
 *   routes() {
 *     return routes([mount("/old", hono)])
 *   }
 * }
 * ```
 */
export function mount<const Options extends MountOptions = MountOptions>(
  path: string,
  handler: MountedHandler,
  options?: Options,
): Route<MissingFor<"", never, never, Options>> {
  const { middlewares = [], ...others }: MountOptions = options ?? {}
  checkOptions(options ?? {}, { summary: true, middlewares: true }, "mount()")
  const record = { method: "ANY", handler: handlerFor(fetchOf(handler)), ...others } as const
  const paths = path.endsWith("/") ? [`${path}*`] : [path, `${path}/*`]
  return { path: "", middlewares, children: paths.map((one) => ({ ...record, path: one })) }
}

function fetchOf(handler: MountedHandler): MountedFetch {
  // Checked first: a function with a `fetch` member, such as graphql-yoga's, accepts the requests of several runtimes.
  if (typeof (handler as { fetch?: unknown } | undefined)?.fetch === "function")
    return (request, info) => (handler as { fetch: MountedFetch }).fetch(request, info)
  if (typeof handler === "function") return handler
  const reason = `the handler is ${kindOf(handler)}, neither a function nor an object with \`fetch\``
  throw new Fault("OPTION_INVALID", { what: "`mount()`", reason })
}

function handlerFor(fetch: MountedFetch): (call: Call) => unknown {
  function mounted(call: Call): unknown {
    const returned: unknown = fetch(requestOf(call), { remoteAddr: { hostname: call.address } })
    return isThenable(returned) ? passLater(returned, call) : pass(returned, call)
  }
  // Bound, because bound functions have no source location, so that listings show the location of the record.
  return Object.defineProperty(mounted.bind(undefined), "name", { value: "mount" })
}

async function passLater(returned: PromiseLike<unknown>, call: Call): Promise<Response> {
  return pass(await returned, call)
}

function pass(returned: unknown, { pattern = "" }: Call): Response {
  if (typeof returned === "object" && returned !== null && isResponse(returned)) return returned
  throw new Fault("RESPONSE_MISSING", { route: pattern, entry: kindOf(returned) })
}
