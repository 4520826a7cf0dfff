import type { Context } from "trivet"

const name = "invitation"
const hour = 60 * 60

/**
 * Keeps the token of an invitation while its visitor signs in or up, for an hour. In a cookie that scripts cannot read it is in no
 * page, and in no address that a page names as its origin.
 */
export function keepInvitation(ctx: Context, token: string): void {
  ctx.setCookie(name, token, { maxAge: hour })
}

/** The token of the invitation that the visitor has opened; empty if there is none. */
export function openInvitation(ctx: Context): string {
  return ctx.cookie(name)
}

/** Ends it in this browser. */
export function forgetInvitation(ctx: Context): void {
  ctx.setCookie(name, "", { maxAge: 0 })
}

/** The page after signing in: that of an invitation, if one was opened. */
export function pageAfterSignIn(ctx: Context): string {
  return openInvitation(ctx) === "" ? "/" : "/join"
}
