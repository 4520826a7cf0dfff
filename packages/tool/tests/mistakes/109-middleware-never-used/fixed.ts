// Fixed as the finding says.
import { type Context, get, module, type Next } from "trivet"

class NoStore {
  handle(ctx: Context, next: Next) {
    ctx.response().setHeader("cache-control", "no-store")
    return next()
  }
}

class AccountController {
  routes() {
    return [get("/account", () => ({ balance: 10 }), { middlewares: [NoStore] })]
  }
}

export const root = module({ name: "account", declarations: [AccountController, NoStore] })
