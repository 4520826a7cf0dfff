// The child of a group has the path "/", as elsewhere for the group's own path.
import { get, group, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      group("/posts", [
        get("/", () => ["First post"]), // here
      ]),
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "TRAILING_SLASH" } satisfies Expected
