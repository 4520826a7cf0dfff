import { checkOptions, type Context, inject, type Middleware, type Next } from "trivet"
import { byAddress } from "./keys.ts"
import type { LimitRule } from "./limiter.ts"
import { Limits } from "./limits.ts"
import { TooManyRequests } from "./too-many-requests.ts"

/** How often a client may call. */
export interface LimitOptions extends LimitRule {
  /** By what clients are told apart: `byAddress` unless given; `byUser`, or a function of your own. */
  readonly key?: (ctx: Context) => string
}

/**
 * A middleware that lets a client call so often and answers 429 after that. Make it inside `routes()`, in a module that
 * imports `limits()`: `group("/search", [limit({ name: "search", points: 60, seconds: 60 })], […])`.
 */
export function limit(options: LimitOptions): Middleware {
  const known = { name: true, points: true, seconds: true, maxSeconds: true, key: true } as const
  checkOptions(options, known, "limit()")
  const { key = byAddress, ...rule } = options
  const limiter = inject(Limits).limiter(rule)
  const { name, points, seconds } = rule
  return {
    name: `limit(${JSON.stringify(name)})`,
    answers: { 429: "Too many calls" },
    handle: async (ctx: Context, next: Next) => {
      if (!limiter.isOn) return next()
      const response = ctx.response()
      response.setHeader("RateLimit-Policy", `"${name}";q=${points};w=${seconds}`)
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
