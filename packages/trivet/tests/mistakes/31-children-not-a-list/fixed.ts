// Fixed as the fault says.
import { get, group, module } from "trivet"

class PostsController {
  routes() {
    return [group("/admin", [get("/posts", () => ["First post"])])]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/admin/posts" }
