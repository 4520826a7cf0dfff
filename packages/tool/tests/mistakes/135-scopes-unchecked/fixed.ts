// Fixed as the finding says.
import { permissions, ScopedApiKeyAuth } from "@trivet/auth"
import { type Context, get, module, type Next, routes } from "trivet"
import { KeyModule } from "./key-module.ts"

const can = permissions({ user: ["reports:read"] })

class RoleOfUser {
  readonly needs = ["user_id"] as const
  readonly provides = ["user_role"] as const

  handle(ctx: Context<string, "user_id">, next: Next) {
    ctx.set("user_role", "user")
    return next()
  }
}

class ReportsController {
  routes() {
    return routes([
      get("/reports", () => [], { middlewares: [ScopedApiKeyAuth, RoleOfUser, can("reports:read")] }),
    ])
  }
}

export const root = module({ name: "reports", imports: [KeyModule], declarations: [ReportsController] })
