// A handler that needs its context is called in `routes()`.
import { type Context, get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  // here
  routes() {
    return [
      // @ts-expect-error the context is missing, and a text is not a function
      get("/posts/:id", this.show()),
    ]
  }
  show(ctx: Context<"/posts/:id">) {
    return `Post ${ctx.param("id")}`
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/1" }
export const expected = { code: "ROUTES_FAILED", chain: [] } satisfies Expected
