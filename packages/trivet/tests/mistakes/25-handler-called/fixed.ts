// Fixed as the fault says.
import { get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/posts/:id", this.show), get("/posts", this.index)]
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
