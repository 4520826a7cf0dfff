// A parameter is written as another framework does.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/posts/{id}", this.index), // here
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/1" }
export const expected = {
  code: "PARAMETER_UNNAMED",
  chain: ["PostsController", "GET /posts/{id}"],
} satisfies Expected
