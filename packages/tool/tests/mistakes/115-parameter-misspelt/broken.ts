// A record by hand: the handler reads a parameter that the path calls otherwise.
import { type Context, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [{ method: "GET", path: "/posts/:id", handler: this.show }] as const
  }
  show(ctx: Context<"/posts/:postId">) {
    return { id: ctx.param("postId") } // here
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "PARAMETER_UNKNOWN" } satisfies Expected
