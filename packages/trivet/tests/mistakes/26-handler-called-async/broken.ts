// An asynchronous handler is called instead of named, without the context it needs.
import { type Context, get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      // @ts-expect-error a promise is not a function, and the context is missing
      get("/posts/:id", this.show()), // here
    ]
  }
  async show(ctx: Context<"/posts/:id">) {
    await Promise.resolve()
    return `Post ${ctx.param("id")}`
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/1" }
export const expected = {
  code: "HANDLER_NOT_A_FUNCTION",
  chain: ["PostsController", "GET /posts/:id"],
} satisfies Expected
