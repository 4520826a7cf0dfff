import { type Context, type Next, Reply } from "trivet"

/**
 * Rejects forms that a page of another site sends, also if the application has no `csrf()`. Browsers set both headers, and
 * pages cannot.
 */
export class SameOrigin {
  readonly answers: Readonly<Record<number, string>> = { 403: "The request comes from another site" }

  handle(ctx: Context, next: Next): unknown {
    return ctx.method === "GET" || ctx.method === "HEAD" || isOwn(ctx)
      ? next()
      : Reply.error(403, "Forbidden")
  }
}

function isOwn(ctx: Context): boolean {
  const site = ctx.header("sec-fetch-site")
  if (site !== "") return site === "same-origin"
  const origin = ctx.header("origin")
  // What is no browser sends neither.
  return origin === "" || (URL.canParse(origin) && new URL(origin).host === ctx.header("host"))
}
