import { sessionSecurity } from "@trivet/auth"
import type { Context, Next } from "trivet"
import { redirect } from "trivet/web"

/** Lets signed-in users through and redirects others to the login page. */
export class SignedIn {
  // Streams check their guards again, with what the guards need and nothing else.
  readonly needs = ["visitor"] as const
  readonly provides = ["user_id"] as const
  readonly security = sessionSecurity

  handle(ctx: Context, next: Next): unknown {
    const visitor = ctx.get("visitor")
    if (visitor === undefined) return redirect("/sign-in")
    ctx.set("user_id", visitor.id)
    return next()
  }
}
