// A route that writes was forgotten outside of the guarded group.
import { type Context, del, get, group, module, type Next, post } from "trivet"
import type { Expected } from "../expected.ts"

class BearerAuth {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("user_id", ctx.header("authorization"))
    return next()
  }
}

class PostsController {
  routes() {
    return [
      get("/posts", () => []),
      del("/posts/:id", () => undefined), // here
      group("/posts", [BearerAuth], [post("", () => "created")]),
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "ROUTE_UNGUARDED" } satisfies Expected
