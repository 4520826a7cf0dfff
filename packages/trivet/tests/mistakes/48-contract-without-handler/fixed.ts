// Fixed as the fault says.
import { contract, implement, module, type Route } from "trivet"

const posts = contract({
  index: { method: "GET", path: "/posts" },
  show: { method: "GET", path: "/posts/:id" },
})

class PostsController {
  routes(): readonly Route[] {
    return implement(posts, this)
  }
  index() {
    return ["First post"]
  }
  show() {
    return "First post"
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/1" }
