import { anyone, type Context, implement, inject } from "trivet"
import { answerWith } from "../database/store-failure.ts"
import { Auth } from "./auth-contract.ts"
import { UsersService } from "./users-service.ts"

/** Answers `/auth/register` and `/auth/login`. */
export class AuthController {
  readonly #users = inject(UsersService)

  routes() {
    return implement(Auth, this, { register: [anyone], login: [anyone] })
  }

  async register(ctx: Context<typeof Auth.register>) {
    const user = await answerWith(400, this.#users.register(await ctx.bind(), ctx))
    return ctx.status(201).json(user)
  }

  async login(ctx: Context<typeof Auth.login>) {
    const token = await this.#users.login(await ctx.bind(), ctx)
    return token === undefined ? ctx.status(401).json({ error: "invalid credentials" }) : { token }
  }
}
