import { AccessTokens, AuthSettings, BearerAuth, RefreshTokens, sessionCookie, Sessions } from "@trivet/auth"
import { anyone, type Context, dto, implement, inject, type OutputOf } from "trivet"
import { AuthEvents } from "../events/auth-events.ts"
import { CurrentUser } from "../users/current-user.ts"
import { Registration } from "../users/registration.ts"
import { type LoggedIn, publicUser, tokenUser } from "../users/user.ts"
import { generateToken } from "../credentials/generate-token.ts"
import { Login, type LoginResponse } from "./login-contract.ts"
import { LoginService } from "./login-service.ts"

const LogoutDTO = dto({ refresh_token: "" })

/** Answers the four routes of the specification. */
export class LoginController {
  readonly #registration = inject(Registration)
  readonly #logins = inject(LoginService)
  readonly #current = inject(CurrentUser)
  readonly #access = inject(AccessTokens)
  readonly #refresh = inject(RefreshTokens)
  readonly #sessions = inject(Sessions)
  readonly #settings = inject(AuthSettings)
  readonly #events = inject(AuthEvents)

  routes() {
    return implement(Login, this, {
      register: [anyone],
      login: [anyone],
      logout: [anyone],
      me: [BearerAuth],
    })
  }

  async register(ctx: Context<typeof Login.register>) {
    const made = await this.#registration.register(await ctx.bind(), ctx)
    return ctx.status(201).json(await this.#responseFor(made))
  }

  async login(ctx: Context<typeof Login.login>) {
    return this.#responseFor(await this.#logins.login(await ctx.bind(), ctx))
  }

  async logout(ctx: Context<typeof Login.logout>) {
    const session = ctx.cookie(sessionCookie)
    const [scheme, token = ""] = ctx.header("authorization").split(" ", 2)
    // A logout needs no body, and one that cannot be read names no token.
    const { refresh_token = "" } = await ctx.bind(LogoutDTO).catch((): OutputOf<typeof LogoutDTO> => ({}))
    if (session !== "") await this.#sessions.destroy(session)
    if (scheme === "Bearer") await this.#access.revoke(token)
    if (refresh_token !== "") await this.#refresh.revoke(refresh_token)
    if (session !== "") ctx.setCookie(sessionCookie, "", { maxAge: 0 })
    this.#events.log("logout", { address: ctx.address })
    return undefined
  }

  me(ctx: Context<typeof Login.me, "user_id">) {
    return this.#current.of(ctx.get("user_id"))
  }

  async #responseFor({ user, generation }: LoggedIn): Promise<OutputOf<typeof LoginResponse>> {
    const token = await generateToken(this.#access.create(tokenUser(user), generation))
    return { token, expires_in: this.#settings.lifetimeSeconds.access, user: publicUser(user) }
  }
}
