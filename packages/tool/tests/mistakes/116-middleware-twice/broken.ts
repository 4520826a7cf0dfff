// A middleware stands on the group and again on the route.
import { type Context, get, group, module, type Next } from "trivet"
import type { Expected } from "../expected.ts"

class Counted {
  handle(ctx: Context, next: Next) {
    ctx.log.info("a call")
    return next()
  }
}

class PostsController {
  routes() {
    return [
      group(
        "/posts",
        [Counted],
        [
          get("", () => [], { middlewares: [Counted] }), // here
        ],
      ),
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "MIDDLEWARE_TWICE" } satisfies Expected
