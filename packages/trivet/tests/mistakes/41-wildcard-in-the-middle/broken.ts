// A wildcard stands in the middle of a path.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/files/*/raw", this.index), // here
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/files/a/raw" }
export const expected = {
  code: "WILDCARD_NOT_LAST",
  chain: ["PostsController", "GET /files/*/raw"],
} satisfies Expected
