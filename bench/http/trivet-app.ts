import { type App, type Context, createApp, dto, get, group, module, type Next, post, routes } from "trivet"
import { api } from "trivet/api"
import { createUser, passes, userOf } from "./users.ts"

const NewUserDTO = dto({
  name: "required",
  email: "required,email",
  age: "required,integer,min=0",
})

const counters = ([0, 1, 2] as const).map((at) => ({
  handle(_: Context, next: Next) {
    passes[at]++
    return next()
  },
}))

class UsersController {
  routes() {
    return routes([
      get("/users/:id", this.show),
      post("/users", this.create),
      group("/guarded", counters, [get("/:id", this.show)]),
      get("/passes", () => passes),
    ])
  }
  show(ctx: Context<"/:id">) {
    return userOf(ctx.param("id"))
  }
  async create(ctx: Context) {
    return ctx.status(201).json(createUser(await ctx.bind(NewUserDTO)))
  }
}

/** The Trivet application, the same on Node and on Bun. */
export function createTrivetApp(): Promise<App> {
  return createApp(module({ name: "users", declarations: [UsersController] }), { platform: api() })
}
