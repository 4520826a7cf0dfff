// The schema of the parameters has another name than the path.
import { dto, get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/posts/:id", () => "a post", { accepts: { params: dto({ postId: "required" }) } }), // here
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "PARAMS_NOT_IN_PATH" } satisfies Expected
