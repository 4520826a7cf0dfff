// Fixed as the fault says.
import { type Context, get, module, type Next } from "trivet"

class Timing {
  async handle(ctx: Context, next: Next) {
    const began = performance.now()
    const result = await next()
    ctx.response().setHeader("server-timing", `app;dur=${performance.now() - began}`)
    return result
  }
}

class PostsController {
  routes() {
    return [get("/posts", () => ["First post"], { middlewares: [Timing] })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
