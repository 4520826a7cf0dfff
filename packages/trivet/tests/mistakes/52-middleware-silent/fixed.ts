// Fixed as the fault says.
import { type Context, get, module, type Next } from "trivet"

class NoStore {
  handle(ctx: Context, next: Next) {
    ctx.response().setHeader("cache-control", "no-store")
    return next()
  }
}

class PostsController {
  routes() {
    return [get("/posts", () => ["First post"], { middlewares: [NoStore] })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
