import { type Context, type Middleware, type Next, Reply } from "trivet"
import { checkOptions } from "trivet/extend"
import { sessionCookie } from "./sessions/session-auth.ts"

/** Options of `csrf()`. */
export interface CsrfOptions {
  /** Other origins whose pages may send such requests, such as those of `cors()`. Default: none. */
  readonly trusted?: readonly string[]
  /** The names of session cookies. A request with one of them is always checked. Default: `sessionCookie`. */
  readonly cookies?: readonly string[]
}

const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * A middleware against cross-site request forgery. It rejects POST, PUT, PATCH and DELETE requests that a page of another
 * site sends with 403, with or without a session cookie: signing in, up and out are protected too. Requests that do not
 * come from a browser pass. So do requests with a bearer token or an API key and no session cookie, which a page of
 * another site can only send if `cors()` allows it.
 */
export function csrf(options: CsrfOptions = {}): Middleware {
  checkOptions(options, { trusted: true, cookies: true }, "csrf()")
  const { trusted = [], cookies = [sessionCookie] } = options
  return new CrossSite(new Set(trusted), cookies)
}

class CrossSite implements Middleware {
  readonly kinds = ["request"] as const
  readonly answers: Readonly<Record<number, string>> = { 403: "The request comes from another site" }
  readonly #trusted: ReadonlySet<string>
  readonly #cookies: readonly string[]

  constructor(trusted: ReadonlySet<string>, cookies: readonly string[]) {
    this.#trusted = trusted
    this.#cookies = cookies
  }

  handle(ctx: Context, next: Next): unknown {
    if (safe.has(ctx.method) || !isForeign(ctx, this.#trusted)) return next()
    const hasCookie = this.#cookies.some((name) => ctx.cookie(name) !== "")
    return !hasCookie && hasHeaderCredential(ctx) ? next() : Reply.error(403, "Forbidden")
  }
}

function isForeign(ctx: Context, trusted: ReadonlySet<string>): boolean {
  const origin = ctx.header("origin")
  if (trusted.has(origin)) return false
  const site = ctx.header("sec-fetch-site")
  // `Sec-Fetch-Site` is set by browsers and cannot be set by pages, so it is more reliable than `Origin`.
  if (site !== "") return site !== "same-origin" && site !== "none"
  return origin !== "" && !isOwn(origin, ctx.header("host"), ctx.secure)
}

function isOwn(origin: string, host: string, secure: boolean): boolean {
  if (host === "") return false
  // Over HTTPS, the HTTP origin of the same host is not trusted: an attacker on the network can forge such a page.
  return origin === `https://${host}` || (!secure && origin === `http://${host}`)
}

/** Whether the request carries a credential that a page can only add after a CORS preflight. */
function hasHeaderCredential(ctx: Context): boolean {
  // Not every scheme: browsers send `Basic`, `Digest` and `Negotiate` on their own, also with forms of other sites.
  return ctx.header("authorization").startsWith("Bearer ") || ctx.header("x-api-key") !== ""
}
