// A path holds two slashes in a row.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("//posts", this.index), // here
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "PATH_INVALID", chain: ["PostsController", "GET //posts"] } satisfies Expected
