import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"

/**
 * A middleware that gives every call an id: the client's `X-Request-Id` if it has 1 to 128 letters, digits or `_.:-`,
 * otherwise a new UUID. The reply has it in `X-Request-Id`, `ctx.get("request_id")` returns it, and every line of
 * `ctx.log` contains it.
 */
export function requestId(): Middleware & { readonly provides: readonly ["request_id"] } {
  return new RequestId()
}

class RequestId implements Middleware {
  readonly provides = ["request_id"] as const

  handle(ctx: Context, next: Next): unknown {
    const sent = ctx.header("x-request-id")
    const id = isWellFormed(sent) ? sent : crypto.randomUUID()
    ctx.set("request_id", id)
    ctx.response().setHeader("x-request-id", id)
    return next()
  }
}

/** Whether an id is short and has no characters that could break a log line. */
function isWellFormed(id: string): boolean {
  return /^[\w.:-]{1,128}$/.test(id)
}
