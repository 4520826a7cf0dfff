// A record by hand: the handler reads the user, and the middleware that provides it was forgotten.
import { type Context, module } from "trivet"
import type { Expected } from "../expected.ts"

class ProfileController {
  routes() {
    return [{ method: "GET", path: "/profile", handler: this.show }] as const
  }
  show(ctx: Context<"/profile", "user_id">) {
    return { id: ctx.get("user_id") } // here
  }
}

export const root = module({ name: "profile", declarations: [ProfileController] })
export const expected = { code: "VALUE_NEVER_PROVIDED" } satisfies Expected
