// Two routes differ only in the name of a parameter.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/posts/:id", this.show),
      get("/posts/:slug", this.index), // here
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
export const call = { method: "GET", path: "/posts/1" }
export const expected = { code: "ROUTE_CONFLICT", chain: [] } satisfies Expected
