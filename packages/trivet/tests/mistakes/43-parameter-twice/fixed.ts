// Fixed as the fault says.
import { get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/users/:user/posts/:id", this.index)]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/users/1/posts/2" }
