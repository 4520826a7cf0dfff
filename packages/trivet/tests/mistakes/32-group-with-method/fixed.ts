// Fixed as the fault says.
import { get, module, type Route } from "trivet"

class PostsController {
  routes(): Route[] {
    return [
      {
        path: "/posts",
        children: [get("", this.index), get("/drafts", () => [])],
      },
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
