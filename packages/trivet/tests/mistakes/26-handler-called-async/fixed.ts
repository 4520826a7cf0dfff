// Fixed as the fault says.
import { type Context, get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/posts/:id", this.show)]
  }
  async show(ctx: Context<"/posts/:id">) {
    await Promise.resolve()
    return `Post ${ctx.param("id")}`
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/1" }
