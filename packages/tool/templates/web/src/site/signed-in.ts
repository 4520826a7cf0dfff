import type { Context, Next } from "trivet"
import { redirect } from "trivet/web"

/** Lets whoever is signed in through, and sends the others to sign in. */
export class SignedIn {
  readonly provides = ["user_id"] as const

  handle(ctx: Context, next: Next): unknown {
    const visitor = ctx.get("visitor")
    if (visitor === undefined) return redirect("/sign-in")
    ctx.set("user_id", visitor.id)
    return next()
  }
}
