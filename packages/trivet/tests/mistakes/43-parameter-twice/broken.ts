// One path has a parameter twice.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/users/:id/posts/:id", this.index), // here
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/users/1/posts/2" }
export const expected = {
  code: "PARAMETER_TWICE",
  chain: ["PostsController", "GET /users/:id/posts/:id"],
} satisfies Expected
