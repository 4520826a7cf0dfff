// Fixed as the finding says.
import { type Context, module } from "trivet"

class PostsController {
  routes() {
    return [{ method: "GET", path: "/posts/:id", handler: this.show }] as const
  }
  show(ctx: Context<"/posts/:id">) {
    return { id: ctx.param("id") }
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
