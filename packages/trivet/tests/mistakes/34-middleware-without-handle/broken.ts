// A middleware is a bare function.
import { type Context, get, module, type Next } from "trivet"
import type { Expected } from "../expected.ts"

function shout(_ctx: Context, next: Next) {
  return next()
}

class PostsController {
  routes() {
    return [
      // @ts-expect-error a function is not a middleware
      get("/posts", () => ["First post"], { middlewares: [shout] }), // here
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = {
  code: "MIDDLEWARE_INVALID",
  chain: ["PostsController", "GET /posts"],
} satisfies Expected
