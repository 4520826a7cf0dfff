// Fixed as the finding says.
import { type Context, del, get, group, module, type Next, post } from "trivet"

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
      group("/posts", [BearerAuth], [post("", () => "created"), del("/:id", () => undefined)]),
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
