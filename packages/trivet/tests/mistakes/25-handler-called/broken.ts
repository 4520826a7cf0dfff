// A handler is called instead of named.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/posts/:id", this.show),
      // @ts-expect-error a list is not a function
      get("/posts", this.index()), // here
    ]
  }
  index() {
    return ["First post"]
  }
  show() {
    return "First post"
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = {
  code: "HANDLER_NOT_A_FUNCTION",
  chain: ["PostsController", "GET /posts"],
} satisfies Expected
