// Fixed as the fault says.
import { get, group, module } from "trivet"

class PostsController {
  routes() {
    return [group("/posts", [get("", () => ["First post"]), get("/drafts", () => ["Draft"])])]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/drafts" }
