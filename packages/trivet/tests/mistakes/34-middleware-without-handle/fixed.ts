// Fixed as the fault says.
import { type Context, get, module, type Next } from "trivet"

function shout(_ctx: Context, next: Next) {
  return next()
}

class PostsController {
  routes() {
    return [get("/posts", () => ["First post"], { middlewares: [{ handle: shout }] })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
