// A route that writes stands behind a middleware for which sign-in is optional: anyone may call it.
import { type Context, module, type Next, post, type Security } from "trivet"
import type { Expected } from "../expected.ts"

class OptionalBearerAuth {
  readonly security: Security = {
    name: "bearer",
    scheme: { type: "http", scheme: "bearer" },
    optional: true,
  }
  handle(_ctx: Context, next: Next) {
    return next()
  }
}

class PostsController {
  routes() {
    return [
      post("/posts", () => "created", { middlewares: [OptionalBearerAuth] }), // here
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "ROUTE_UNGUARDED" } satisfies Expected
