import type { Context, Middleware, Next } from "trivet"
import { sessionCookie } from "./session-auth.ts"

/** What counts as this site. */
export interface CrossSiteOptions {
  /** Further origins whose pages may change things with the session's cookie. */
  readonly trusted?: readonly string[]
  /** The cookies that make a call one of a browser's user: the session's unless given. */
  readonly cookies?: readonly string[]
}

const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Refuses calls that another site's page makes with a user's cookie: an unsafe method, a session cookie, and a browser's
 * word that it comes from elsewhere. Calls without that cookie, and calls that no browser made, pass.
 */
export function crossSite({ trusted = [], cookies = [sessionCookie] }: CrossSiteOptions = {}): Middleware {
  return new CrossSite(new Set(trusted), cookies)
}

class CrossSite implements Middleware {
  readonly answers: Readonly<Record<number, string>> = { 403: "The call comes from another site" }
  readonly #trusted: ReadonlySet<string>
  readonly #cookies: readonly string[]

  constructor(trusted: ReadonlySet<string>, cookies: readonly string[]) {
    this.#trusted = trusted
    this.#cookies = cookies
  }

  handle(ctx: Context, next: Next): unknown {
    if (safe.has(ctx.method) || !this.#cookies.some((name) => ctx.cookie(name) !== "")) return next()
    return isForeign(ctx, this.#trusted) ? ctx.status(403).json({ error: "Forbidden" }) : next()
  }
}

function isForeign(ctx: Context, trusted: ReadonlySet<string>): boolean {
  const origin = ctx.header("origin")
  if (trusted.has(origin)) return false
  const site = ctx.header("sec-fetch-site")
  // Browsers set it and pages cannot: its word goes before the origin's.
  if (site !== "") return site !== "same-origin" && site !== "none"
  return origin !== "" && !isOwn(origin, ctx.header("host"), ctx.secure)
}

function isOwn(origin: string, host: string, secure: boolean): boolean {
  if (host === "") return false
  // Over HTTPS a page of the same name that came without it may be anybody's.
  return origin === `https://${host}` || (!secure && origin === `http://${host}`)
}
