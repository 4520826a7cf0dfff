import { sessionCookie, Sessions } from "@trivet/auth"
import { anyone, type Context, del, group, inject, post, routes } from "trivet"
import { Credentials, UsersService } from "./users-service.ts"

/** Answers `/users` and `/session`. */
export class UsersController {
  readonly #users = inject(UsersService)
  readonly #sessions = inject(Sessions)

  routes() {
    return routes([
      group(
        "",
        [anyone],
        [post("/users", this.register), post("/session", this.login), del("/session", this.logout)],
      ),
    ])
  }

  async register(ctx: Context) {
    const id = await this.#users.register(await ctx.bind(Credentials))
    return ctx.status(201).json({ id })
  }

  async login(ctx: Context) {
    const { id, generation } = await this.#users.login(await ctx.bind(Credentials))
    ctx.setCookie(sessionCookie, await this.#sessions.create(id, generation))
  }

  async logout(ctx: Context) {
    await this.#sessions.destroy(ctx.cookie(sessionCookie))
    ctx.setCookie(sessionCookie, "", { maxAge: 0 })
  }
}
