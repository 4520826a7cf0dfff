import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"
import { checkOptions } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"

/** Which other origins may call, and with what. */
export interface CorsOptions {
  /** Origins as browsers send them, such as `https://app.example`; `"*"` is any, without credentials. */
  readonly origin: string | readonly string[]
  /** Methods a preflight allows: all but OPTIONS unless given. */
  readonly methods?: readonly string[]
  /** Request headers a preflight allows: whatever is asked for unless given. */
  readonly headers?: readonly string[]
  /** Response headers that scripts may read. */
  readonly exposed?: readonly string[]
  /** Whether cookies and `Authorization` may be sent along. */
  readonly credentials?: boolean
  /** Seconds for which a browser may remember a preflight: 600 unless given. */
  readonly maxAge?: number
}

/** Lets scripts of other origins call, and answers preflights. An origin is compared whole: no suffix can pass. */
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
  readonly #rules: CorsRules

  constructor(rules: CorsRules) {
    this.#rules = rules
  }

  handle(ctx: Context, next: Next): unknown {
    const { any, origins, credentials, exposed } = this.#rules
    const origin = ctx.header("origin")
    const response = ctx.response()
    // Also without an origin: a cache must not hand this reply to a call that has one.
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
