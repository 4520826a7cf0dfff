import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"
import { checkOptions } from "../fault/check-options.ts"

/** Headers to add or to replace, by lower-case name; `false` removes a default one. */
export type SecurityHeaderOptions = Readonly<Record<string, string | false>>

const transport = "strict-transport-security"

const usual: SecurityHeaderOptions = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  [transport]: "max-age=31536000; includeSubDomains",
}

/**
 * A middleware that sets security headers for an API: `Content-Security-Policy` (nothing may be loaded, no framing),
 * `Cross-Origin-Opener-Policy`, `Cross-Origin-Resource-Policy`, `Referrer-Policy`, `X-Content-Type-Options` and
 * `X-Frame-Options`; over HTTPS also `Strict-Transport-Security` for one year, for subdomains too. Pages of the web
 * platform keep their own policy.
 */
export function securityHeaders(options: SecurityHeaderOptions = {}): Middleware {
  // Any header can be added, but only a default one can be removed.
  const leftOut = Object.entries(options).filter(([, value]) => value === false)
  checkOptions(Object.fromEntries(leftOut), usual, "securityHeaders()")
  const headers = Object.entries({ ...usual, ...options }).filter(
    (entry): entry is [string, string] => entry[1] !== false,
  )
  return new SecurityHeaders(
    headers.filter(([name]) => name !== transport),
    headers,
  )
}

type Header = readonly [name: string, value: string]

class SecurityHeaders implements Middleware {
  readonly kinds = ["request"] as const
  readonly #overHttp: readonly Header[]
  readonly #overHttps: readonly Header[]

  constructor(overHttp: readonly Header[], overHttps: readonly Header[]) {
    this.#overHttp = overHttp
    this.#overHttps = overHttps
  }

  handle(ctx: Context, next: Next): unknown {
    const response = ctx.response()
    const headers = ctx.secure ? this.#overHttps : this.#overHttp
    for (const [name, value] of headers) response.setHeader(name, value)
    return next()
  }
}
