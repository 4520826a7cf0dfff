// Fixed as the fault says.
import { get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/posts", this.index), get("/posts/first", this.show)]
  }
  index() {
    return ["First post"]
  }
  show() {
    return "First post"
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
