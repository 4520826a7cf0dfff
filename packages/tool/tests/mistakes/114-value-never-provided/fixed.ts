// Fixed as the finding says.
import { type Context, module, type Next } from "trivet"

class BearerAuth {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("user_id", ctx.header("authorization"))
    return next()
  }
}

class ProfileController {
  routes() {
    return [{ method: "GET", path: "/profile", handler: this.show, middlewares: [BearerAuth] }] as const
  }
  show(ctx: Context<"/profile", "user_id">) {
    return { id: ctx.get("user_id") }
  }
}

export const root = module({ name: "profile", declarations: [ProfileController] })
