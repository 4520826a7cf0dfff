import { sessionCookie, Sessions } from "@trivet/auth"
import { type Context, inject, type Next } from "trivet"
import { Comments } from "../comments/comments.ts"
import { Pictures } from "../pictures/pictures.ts"
import type { User } from "../users/user.ts"
import { UsersService } from "../users/users-service.ts"

declare module "trivet" {
  interface ContextValues {
    /** The signed-in user; `undefined` if there is none. */
    visitor: User | undefined
  }
}

/** Finds out who is looking, for every page: also for those that are there for everybody, and for errors. */
export class Visitors {
  readonly kinds = ["request"] as const
  readonly provides = ["visitor"] as const
  readonly #sessions = inject(Sessions)
  readonly #users = inject(UsersService)
  readonly #pictures = inject(Pictures)
  readonly #comments = inject(Comments)

  async handle(ctx: Context, next: Next): Promise<unknown> {
    ctx.set("visitor", undefined)
    // Files are the same for everybody, and there are several on a page.
    if (ctx.pattern?.endsWith("/*") === true) return next()
    ctx.set("pictures", this.#pictures)
    ctx.set("comments", this.#comments)
    // What a page says elsewhere, such as who is signed in, is for one browser.
    ctx.response().setHeader("cache-control", "private, no-cache")
    const visitor = await this.#find(ctx.cookie(sessionCookie))
    if (visitor !== undefined) this.#welcome(ctx, visitor)
    return next()
  }

  #welcome(ctx: Context, visitor: User): void {
    ctx.set("visitor", visitor)
    ctx.onReply((reply) => {
      // After a sign-out, the next person at this computer must not see pages with the back button.
      reply.headers?.set("cache-control", "no-store")
      return reply
    })
  }

  async #find(sessionId: string): Promise<User | undefined> {
    const session = sessionId === "" ? undefined : await this.#sessions.find(sessionId)
    return session && this.#users.find(session.user_id)
  }
}
