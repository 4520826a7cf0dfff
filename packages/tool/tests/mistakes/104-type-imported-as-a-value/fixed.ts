// Fixed as the finding says.
import { get, module } from "trivet"
import type { Post } from "./post.ts"

class PostsController {
  routes() {
    return [get("/posts", this.index)]
  }
  index(): Post[] {
    return [{ id: "1" }]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
