// A middleware is declared and put on no route.
import { type Context, get, module, type Next } from "trivet"
import type { Expected } from "../expected.ts"

// here
class NoStore {
  handle(ctx: Context, next: Next) {
    ctx.response().setHeader("cache-control", "no-store")
    return next()
  }
}

class AccountController {
  routes() {
    return [get("/account", () => ({ balance: 10 }))]
  }
}

export const root = module({ name: "account", declarations: [AccountController, NoStore] })
export const expected = { code: "MIDDLEWARE_UNUSED" } satisfies Expected
