import { type Context, get, inject, Log, module, type Next } from "trivet"

declare module "trivet" {
  interface ContextValues {
    user_id: string
  }
}

export class UsersService {
  readonly #log = inject(Log)

  nameOf(id: string) {
    this.#log.debug({ id }, "asked for a name")
    return `User ${id}`
  }
}

export class BearerAuth {
  readonly provides = ["user_id"] as const
  readonly #users = inject(UsersService)

  handle(ctx: Context, next: Next) {
    const id = ctx.header("authorization").slice("Bearer ".length)
    if (id === "") return ctx.status(401).json({ error: "Missing authorization header" })
    ctx.set("user_id", this.#users.nameOf(id))
    return next()
  }
}

class UsersController {
  readonly #users = inject(UsersService)

  routes() {
    return [get("/users/:id", this.show)]
  }
  show(ctx: Context<"/users/:id">) {
    return { name: this.#users.nameOf(ctx.param("id")) }
  }
}

/** Would need a server, which is not there. */
class Connection {
  onStart(): never {
    throw new Error("no database here")
  }
}

export const UsersModule = module({
  name: "users",
  exports: [UsersService, BearerAuth],
  declarations: [UsersController, UsersService, BearerAuth, Connection],
})
