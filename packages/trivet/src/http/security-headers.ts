import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"
import { checkOptions } from "../fault/check-options.ts"

/** Which headers to send beside, or instead of, the usual ones; `false` leaves one out. */
export type SecurityHeaderOptions = Readonly<Record<string, string | false>>

const usual: SecurityHeaderOptions = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
}

/** Tells browsers to trust an API's replies with nothing; over HTTPS also to stay there. */
export function securityHeaders(options: SecurityHeaderOptions = {}): Middleware {
  // Any header can be sent, but only a usual one can be left out.
  const leftOut = Object.entries(options).filter(([, value]) => value === false)
  checkOptions(Object.fromEntries(leftOut), usual, "securityHeaders()")
  const headers = Object.entries({ ...usual, ...options }).filter(
    (entry): entry is [string, string] => entry[1] !== false,
  )
  return new SecurityHeaders(headers)
}

class SecurityHeaders implements Middleware {
  readonly #headers: readonly (readonly [string, string])[]

  constructor(headers: readonly (readonly [string, string])[]) {
    this.#headers = headers
  }

  handle(ctx: Context, next: Next): unknown {
    const response = ctx.response()
    for (const [name, value] of this.#headers) response.setHeader(name, value)
    if (ctx.secure) response.setHeader("strict-transport-security", "max-age=31536000; includeSubDomains")
    return next()
  }
}
