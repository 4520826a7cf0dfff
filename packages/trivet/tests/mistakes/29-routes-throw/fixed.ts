// Fixed as the fault says.
import { type Context, get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/posts/:id", this.show)]
  }
  show(ctx: Context<"/posts/:id">) {
    return `Post ${ctx.param("id")}`
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/1" }
