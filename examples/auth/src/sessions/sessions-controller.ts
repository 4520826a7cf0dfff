import { AuthSettings, SessionAuth, sessionCookie, Sessions } from "@trivet/auth"
import { anyone, type Context, implement, inject } from "trivet"
import { LoginService } from "../login/login-service.ts"
import { CurrentUser } from "../users/current-user.ts"
import { publicUser } from "../users/user.ts"
import { SessionRoutes } from "./sessions-contract.ts"

/** Answers the routes of sessions. */
export class SessionsController {
  readonly #logins = inject(LoginService)
  readonly #current = inject(CurrentUser)
  readonly #sessions = inject(Sessions)
  readonly #settings = inject(AuthSettings)

  routes() {
    return implement(SessionRoutes, this, { begin: [anyone], show: [SessionAuth] })
  }

  async begin(ctx: Context<typeof SessionRoutes.begin>) {
    const { user, generation } = await this.#logins.login(await ctx.bind(), ctx)
    // Against session fixation: an attacker may know the id that the client sent, so that session ends and a new one
    // begins.
    const brought = ctx.cookie(sessionCookie)
    if (brought !== "") await this.#sessions.destroy(brought)
    const id = await this.#sessions.create(user.id, generation)
    ctx.setCookie(sessionCookie, id, { maxAge: this.#settings.lifetimeSeconds.session })
    return ctx.status(201).json(publicUser(user))
  }

  show(ctx: Context<typeof SessionRoutes.show, "user_id">) {
    return this.#current.of(ctx.get("user_id"))
  }
}
