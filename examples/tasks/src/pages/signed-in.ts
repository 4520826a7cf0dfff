import { sessionCookie, Sessions, sessionSecurity } from "@trivet/auth"
import { type Context, inject, type Next } from "trivet"
import { redirect } from "trivet/web"

/** Lets signed-in users through, and leads others to the login. */
export class SignedIn {
  readonly security = sessionSecurity
  readonly provides = ["user_id"] as const
  readonly #sessions = inject(Sessions)

  async handle(ctx: Context, next: Next) {
    const session = await this.#sessions.find(ctx.cookie(sessionCookie))
    if (session === undefined) return redirect("/login")
    ctx.set("user_id", session.user_id)
    return next()
  }
}
