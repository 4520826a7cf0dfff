import { RefreshTokens } from "@trivet/auth"
import { type Context, implement, inject, PublicError } from "trivet"
import { AuthEvents } from "../events/auth-events.ts"
import { generateToken } from "../login/generate-token.ts"
import { LoginService } from "../login/login-service.ts"
import { tokenUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import { Tokens } from "./tokens-contract.ts"

/** Answers the routes of token pairs. */
export class TokensController {
  readonly #logins = inject(LoginService)
  readonly #users = inject(UsersStore)
  readonly #tokens = inject(RefreshTokens)
  readonly #events = inject(AuthEvents)

  routes() {
    return implement(Tokens, this)
  }

  async begin(ctx: Context<typeof Tokens.begin>) {
    const user = await this.#logins.login(await ctx.bind(), ctx.address)
    return generateToken(this.#tokens.begin(tokenUser(user)))
  }

  async refresh(ctx: Context<typeof Tokens.refresh>) {
    const { refresh_token } = await ctx.bind()
    try {
      const pair = await this.#tokens.refresh(refresh_token, (id) => this.#findUser(id))
      this.#events.tell("refreshed", { address: ctx.address })
      return pair
    } catch (error) {
      if (error instanceof PublicError && error.status === 401)
        this.#events.tell("refresh refused", { address: ctx.address })
      throw error
    }
  }

  async #findUser(id: string) {
    const user = await this.#users.find(id)
    return user && tokenUser(user)
  }
}
