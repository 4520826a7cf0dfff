import { type Context, inject, type Next, Reply, type Security } from "trivet"
import { Sessions } from "./sessions.ts"

/** The cookie that carries a session's id. */
export const sessionCookie = "session_id"

/** Lets calls with a live session through, and says whose they are. Put `crossSite()` before it. */
export class SessionAuth {
  readonly provides = ["user_id"] as const
  readonly security: Security = {
    name: "session",
    scheme: { type: "apiKey", in: "cookie", name: sessionCookie },
  }
  readonly answers: Readonly<Record<number, string>> = { 401: "The session is missing or has ended" }
  readonly #sessions = inject(Sessions)

  async handle(ctx: Context, next: Next): Promise<unknown> {
    const id = ctx.cookie(sessionCookie)
    if (id === "") return Reply.error(401, "Not authenticated")
    const session = await this.#sessions.find(id)
    if (session === undefined) return Reply.error(401, "Invalid session")
    ctx.set("user_id", session.user_id)
    // No HTTP rule keeps a cache from storing the reply, as one does for `Authorization`. A handler may set its own.
    ctx.response().setHeader("cache-control", "no-store")
    return next()
  }
}
