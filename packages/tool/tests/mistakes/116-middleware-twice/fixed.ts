// Fixed as the finding says.
import { type Context, get, group, module, type Next } from "trivet"

class Counted {
  handle(ctx: Context, next: Next) {
    ctx.log.info("a call")
    return next()
  }
}

class PostsController {
  routes() {
    return [group("/posts", [Counted], [get("", () => [])])]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
