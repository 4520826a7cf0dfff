import { type Context, inject, type Next, Reply, type Security } from "trivet"
import { Sessions } from "./sessions.ts"

/** The name of the session cookie. Set it with `ctx.setCookie(sessionCookie, id, { maxAge })`. */
export const sessionCookie = "session_id"

/**
 * How a session is sent, for `security` of your own guard that checks sessions, such as one that redirects to a login
 * page.
 */
export const sessionSecurity: Security = {
  name: "session",
  scheme: { type: "apiKey", in: "cookie", name: sessionCookie },
}

/**
 * A middleware that requires a valid session cookie, otherwise 401. It sets `user_id`, and `Cache-Control: no-store` on the
 * reply. Put `csrf()` before it.
 */
export class SessionAuth {
  readonly kinds = ["request"] as const
  readonly provides = ["user_id"] as const
  readonly security: Security = sessionSecurity
  readonly answers: Readonly<Record<number, string>> = { 401: "The session is missing or has ended" }
  readonly #sessions = inject(Sessions)

  async handle(ctx: Context, next: Next): Promise<unknown> {
    const id = ctx.cookie(sessionCookie)
    if (id === "") return Reply.error(401, "Not authenticated")
    const session = await this.#sessions.find(id)
    if (session === undefined) return Reply.error(401, "Invalid session")
    ctx.set("user_id", session.user_id)
    // HTTP lets caches store replies to requests with cookies, unlike those with `Authorization`. A handler may
    // override it.
    ctx.response().setHeader("cache-control", "no-store")
    return next()
  }
}
