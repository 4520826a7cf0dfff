import { command, type Context, inject, routes } from "trivet"
import { RegisterDTO } from "./auth-contract.ts"
import { UsersService } from "./users-service.ts"

const create = { path: "users/create", accepts: { query: RegisterDTO } } as const

/** The commands about users. */
export class UsersCommands {
  readonly #users = inject(UsersService)

  routes() {
    return routes([
      command(create.path, this.create, { summary: "Register a user", accepts: create.accepts }),
    ])
  }

  create(ctx: Context<typeof create>) {
    return this.#users.register(ctx.input("query"))
  }
}
