// A path holds a query.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/posts?page=1", this.index), // here
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts?page=1" }
export const expected = {
  code: "PATH_INVALID",
  chain: ["PostsController", "GET /posts?page=1"],
} satisfies Expected
