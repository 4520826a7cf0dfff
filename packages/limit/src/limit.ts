import { type Context, inject, type Middleware, type Next } from "trivet"
import { checkOptions } from "trivet/extend"
import { byAddress } from "./keys.ts"
import type { LimitRule } from "./limiter.ts"
import { Limits } from "./limits.ts"
import { TooManyRequests } from "./too-many-requests.ts"

/** Options of `limit()`. */
export interface LimitOptions extends LimitRule {
  /** Returns the key under which a request counts: `byUser`, or your own function. Default: `byAddress`. */
  readonly key?: (ctx: Context) => string
}

/**
 * Makes a middleware that limits the calls of each client and then answers 429. Call it inside `routes()`, in a module
 * that imports `limits()`: `group("/search", [limit({ name: "search", max: 60, seconds: 60 })], […])`.
 */
export function limit(options: LimitOptions): Middleware {
  const known = { name: true, max: true, seconds: true, maxSeconds: true, key: true } as const
  checkOptions(options, known, "limit()")
  const { key = byAddress, ...rule } = options
  const limiter = inject(Limits).limiter(rule)
  const { name, max, seconds } = rule
  return {
    name: `limit(${JSON.stringify(name)})`,
    answers: { 429: "Too many calls" },
    kinds: ["request"],
    handle: async (ctx: Context, next: Next) => {
      if (!limiter.isOn) return next()
      const response = ctx.response()
      response.setHeader("RateLimit-Policy", `"${name}";q=${max};w=${seconds}`)
      try {
        const { remaining, reset } = await limiter.reserve(key(ctx))
        response.setHeader("RateLimit", `"${name}";r=${remaining};t=${reset}`)
      } catch (error) {
        if (error instanceof TooManyRequests)
          response.setHeader("RateLimit", `"${name}";r=0;t=${error.retryAfter}`)
        throw error
      }
      return next()
    },
  }
}
