// A group has one child without brackets.
import { get, group, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      group(
        "/admin", // here
        // @ts-expect-error a route is not a list of routes
        get("/posts", () => ["First post"]),
      ),
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/admin/posts" }
export const expected = {
  code: "CHILDREN_NOT_A_LIST",
  chain: ["PostsController", "/admin"],
} satisfies Expected
