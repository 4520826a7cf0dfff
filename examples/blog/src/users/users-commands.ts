import { command, type Context, dto, inject, PublicError, routes } from "trivet"
import { RegisterDTO } from "./auth-contract.ts"
import { UsersService } from "./users-service.ts"

const create = {
  path: "users/create",
  summary: "Register a user; the password comes from standard input",
  accepts: { query: dto({ email: "required,email", name: "required,line,max=200" }) },
} as const

/** The commands about users. */
export class UsersCommands {
  readonly #users = inject(UsersService)

  routes() {
    return routes([command(create.path, this.create, create)])
  }

  // Not an option: what is typed into a command line can be read by everybody on the machine.
  async create(ctx: Context<typeof create>) {
    const typed = new TextDecoder().decode(await ctx.request().body())
    const given = { ...ctx.input("query"), password: typed.replace(/\r?\n$/, "") }
    const checked = await RegisterDTO["~standard"].validate(given)
    if (checked.issues !== undefined) throw new PublicError(400, "The password needs at least 8 characters")
    return this.#users.create(checked.value, ctx.signal)
  }
}
