import { sessionCookie, Sessions } from "@trivet/auth"
import { type Context, inject, type Next } from "trivet"
import { publicUser, type User } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"

// What middlewares hand to handlers and pages has a name and a type: ctx.get("visitor").
declare module "trivet" {
  interface ContextValues {
    /** The signed-in user; `undefined` if there is none. */
    visitor: User | undefined
  }
}

/** Finds out who is looking, for every page: also for those that are there for everybody, and for errors. */
export class Visitors {
  readonly provides = ["visitor"] as const
  readonly #sessions = inject(Sessions)
  readonly #users = inject(UsersStore)

  async handle(ctx: Context, next: Next): Promise<unknown> {
    ctx.set("visitor", undefined)
    // Files are the same for everybody.
    if (ctx.pattern === "/assets/*") return next()
    const id = ctx.cookie(sessionCookie)
    const session = id === "" ? undefined : await this.#sessions.find(id)
    const user = session && (await this.#users.find(session.user_id))
    if (user !== undefined) {
      ctx.set("visitor", publicUser(user))
      // Whoever sits here after a sign-out must find nothing by going back.
      ctx.response().setHeader("cache-control", "no-store")
    }
    return next()
  }
}
