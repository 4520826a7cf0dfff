import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"

/**
 * A middleware that logs one line for each call when it is over, at level `info`: method, pattern of the route, status,
 * milliseconds (`ms`). It logs neither paths nor queries nor headers, because they can contain secrets.
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
