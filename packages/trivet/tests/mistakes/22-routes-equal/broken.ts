// Two routes have one method and one path.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/posts", this.index),
      get("/posts", this.show), // here
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
export const expected = { code: "ROUTE_CONFLICT", chain: [] } satisfies Expected
