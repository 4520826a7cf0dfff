// The path of a child has no slash.
import { get, group, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      group("/posts", [
        get("", () => ["First post"]),
        get("drafts", () => ["Draft"]), // here
      ]),
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/drafts" }
export const expected = {
  code: "PATH_WITHOUT_SLASH",
  chain: ["PostsController", "/posts", "GET drafts"],
} satisfies Expected
