import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"

/**
 * Writes one line for each call when it is over: method, the route's pattern, status, milliseconds. Paths, queries and
 * headers are left out on purpose: they can carry secrets and the pattern cannot.
 */
export function callLog(): Middleware {
  return new CallLog()
}

class CallLog implements Middleware {
  handle(ctx: Context, next: Next): unknown {
    const began = performance.now()
    const { log, method, pattern } = ctx
    ctx.onDone(({ status, aborted }) => {
      const ms = Math.round((performance.now() - began) * 100) / 100
      log.info({ method, route: pattern ?? "(no route)", status, ms, ...(aborted && { aborted }) }, "call")
    })
    return next()
  }
}
