// A middleware calls `next()` twice.
import { type Context, get, module, type Next } from "trivet"
import type { Expected } from "../expected.ts"

class Timing {
  async handle(ctx: Context, next: Next) {
    const began = performance.now()
    await next()
    ctx.response().setHeader("server-timing", `app;dur=${performance.now() - began}`)
    return next() // here
  }
}

class PostsController {
  routes() {
    return [get("/posts", () => ["First post"], { middlewares: [Timing] })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "NEXT_CALLED_TWICE", chain: [] } satisfies Expected
