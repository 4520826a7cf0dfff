// A group answers calls itself.
import { get, module, type Route } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes(): Route[] {
    return [
      {
        method: "GET",
        path: "/posts", // here
        handler: this.index,
        children: [get("/drafts", () => [])],
      },
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = {
  code: "GROUP_WITH_METHOD",
  chain: ["PostsController", "GET /posts"],
} satisfies Expected
