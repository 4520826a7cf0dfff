import { InvalidRefreshToken, RefreshTokens } from "@trivet/auth"
import { anyone, type Context, implement, inject } from "trivet"
import { AuthEvents } from "../events/auth-events.ts"
import { generateToken } from "../credentials/generate-token.ts"
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
    return implement(Tokens, this, { begin: [anyone], refresh: [anyone] })
  }

  async begin(ctx: Context<typeof Tokens.begin>) {
    const { user, generation } = await this.#logins.login(await ctx.bind(), ctx)
    return generateToken(this.#tokens.create(tokenUser(user), generation))
  }

  async refresh(ctx: Context<typeof Tokens.refresh>) {
    const { refresh_token } = await ctx.bind()
    try {
      const pair = await this.#tokens.refresh(refresh_token, (id) => this.#findUser(id))
      this.#events.log("refreshed", { address: ctx.address })
      return pair
    } catch (error) {
      if (error instanceof InvalidRefreshToken) this.#logRejected(error, ctx.address)
      throw error
    }
  }

  /** A token that comes a second time may be stolen, so it is logged apart from an unknown one. */
  #logRejected({ reused, userId }: InvalidRefreshToken, address: string): void {
    if (reused) this.#events.log("refresh token reused", { user_id: userId, address })
    else this.#events.log("refresh refused", { address })
  }

  async #findUser(id: string) {
    const user = await this.#users.find(id)
    return user && tokenUser(user)
  }
}
