import { AccessTokens, AuthSettings, BearerAuth, SecurityEvents } from "@trivet/auth"
import { anyone, type Context, implement, inject } from "trivet"
import { CurrentUser } from "../users/current-user.ts"
import { Registration } from "../users/registration.ts"
import { publicUser, tokenUser } from "../users/user.ts"
import { Login } from "./login-contract.ts"
import { LoginService } from "./login-service.ts"

/** Answers `/auth`: a method for each record of the contract. */
export class LoginController {
  readonly #registration = inject(Registration)
  readonly #logins = inject(LoginService)
  readonly #current = inject(CurrentUser)
  readonly #tokens = inject(AccessTokens)
  readonly #settings = inject(AuthSettings)
  readonly #events = inject(SecurityEvents)

  routes() {
    // BearerAuth provides "user_id". Without it here, `me` below would not compile.
    return implement(Login, this, {
      register: [anyone],
      login: [anyone],
      logout: [BearerAuth],
      me: [BearerAuth],
    })
  }

  async register(ctx: Context<typeof Login.register>) {
    const user = await this.#registration.register(await ctx.bind(), ctx)
    return ctx.status(201).json(publicUser(user))
  }

  async login(ctx: Context<typeof Login.login>) {
    const { user, generation } = await this.#logins.login(await ctx.bind(), ctx)
    const token = await this.#tokens.create(tokenUser(user), generation)
    return { token, expires_in: this.#settings.lifetimeSeconds.access }
  }

  async logout(ctx: Context<typeof Login.logout, "user_id">) {
    await this.#tokens.revoke(ctx.header("authorization").slice("Bearer ".length))
    this.#events.report({ event: "signed_out", user_id: ctx.get("user_id"), address: ctx.address })
    return undefined
  }

  me(ctx: Context<typeof Login.me, "user_id">) {
    return this.#current.of(ctx.get("user_id"))
  }
}
