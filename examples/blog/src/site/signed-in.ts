import { sessionSecurity } from "@trivet/auth"
import type { Context, Next } from "trivet"
import { redirect } from "trivet/web"
import { signInPath } from "./return-path.ts"

/** Requires a signed-in user; others are redirected to the sign-in page and back. */
export class SignedIn {
  readonly provides = ["user_id"] as const
  readonly security = sessionSecurity

  handle(ctx: Context, next: Next): unknown {
    const visitor = ctx.get("visitor")
    // What was sent is lost either way; the page it was sent from is where to go on.
    if (visitor === undefined) return redirect(signInPath(ctx.path))
    ctx.set("user_id", visitor.id)
    return next()
  }
}
