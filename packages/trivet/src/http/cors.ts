import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"
import { checkOptions } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"

/** Options of `cors()`. */
export interface CorsOptions {
  /** The allowed origins, such as `https://app.example`. `"*"` allows any origin and cannot have `credentials`. */
  readonly origin: string | readonly string[]
  /** The methods that a preflight allows. Default: GET, HEAD, POST, PUT, PATCH and DELETE. */
  readonly methods?: readonly string[]
  /** The request headers that a preflight allows. Default: those that it asks for. */
  readonly headers?: readonly string[]
  /** Response headers that scripts may read, besides those that browsers always allow. Default: none. */
  readonly exposed?: readonly string[]
  /** Whether browsers may send cookies and let scripts read the reply. Default: false. */
  readonly credentials?: boolean
  /** Seconds for which a browser may reuse the result of a preflight. Default: 600. */
  readonly maxAge?: number
}

/**
 * A middleware that lets pages of other origins call the application, and answers preflights. Origins must be equal:
 * `https://example.com` does not allow `https://evil.example.com`. Put it in `middlewares` of the application, where it
 * also wraps requests that have no route.
 */
export function cors(options: CorsOptions): Middleware {
  const known = {
    origin: true,
    methods: true,
    headers: true,
    exposed: true,
    credentials: true,
    maxAge: true,
  } as const
  checkOptions(options, known, "cors()")
  const origins = new Set(typeof options.origin === "string" ? [options.origin] : options.origin)
  const any = origins.has("*")
  if (any && options.credentials === true) {
    throw new Fault("OPTION_INVALID", {
      what: "cors()",
      reason: "browsers refuse credentials together with the origin `*`",
    })
  }
  const methods = (options.methods ?? ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).join(", ")
  return new Cors({ ...options, any, origins, allowed: methods })
}

interface CorsRules extends CorsOptions {
  readonly any: boolean
  readonly origins: ReadonlySet<string>
  readonly allowed: string
}

class Cors implements Middleware {
  readonly kinds = ["request"] as const
  readonly #rules: CorsRules

  constructor(rules: CorsRules) {
    this.#rules = rules
  }

  handle(ctx: Context, next: Next): unknown {
    const { any, origins, credentials, exposed } = this.#rules
    const origin = ctx.header("origin")
    const response = ctx.response()
    // Also without `Origin`, so that a cache does not serve this reply to a request that has one.
    if (!any) response.appendHeader("vary", "Origin")
    const preflight = ctx.method === "OPTIONS" && ctx.header("access-control-request-method") !== ""
    if (origin === "" || !(any || origins.has(origin)))
      return preflight ? ctx.status(204).json(undefined) : next()
    response.setHeader("access-control-allow-origin", any ? "*" : origin)
    if (credentials === true) response.setHeader("access-control-allow-credentials", "true")
    if (preflight) return this.#answer(ctx)
    if (exposed !== undefined) response.setHeader("access-control-expose-headers", exposed.join(", "))
    return next()
  }

  #answer(ctx: Context): unknown {
    const { allowed, headers, maxAge } = this.#rules
    const response = ctx.response()
    response.setHeader("access-control-allow-methods", allowed)
    response.setHeader("access-control-max-age", String(maxAge ?? 600))
    response.appendHeader("vary", "Access-Control-Request-Headers")
    const asked = headers?.join(", ") ?? ctx.header("access-control-request-headers")
    if (asked !== "") response.setHeader("access-control-allow-headers", asked)
    return ctx.status(204).json(undefined)
  }
}
