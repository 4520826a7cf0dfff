// Fixed as the finding says.
import { get, group, module } from "trivet"

class PostsController {
  routes() {
    return [group("/posts", [get("", () => ["First post"])])]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
