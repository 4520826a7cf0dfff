// A route that takes API keys with scopes, and checks none of them: a key for something else opens it.
import { ScopedApiKeyAuth } from "@trivet/auth"
import { get, module, routes } from "trivet"
import type { Expected } from "../expected.ts"
import { KeyModule } from "./key-module.ts"

class ReportsController {
  routes() {
    return routes([
      get("/reports", () => [], { middlewares: [ScopedApiKeyAuth] }), // here
    ])
  }
}

export const root = module({ name: "reports", imports: [KeyModule], declarations: [ReportsController] })
export const expected = { code: "SCOPES_UNCHECKED" } satisfies Expected
