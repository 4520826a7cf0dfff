// Fixed as the fault says.
import { anyone, get, group, module } from "trivet"
import { api } from "trivet/api"

class PostsController {
  routes() {
    return [group("", [anyone], [get("/", this.home), get("/posts", this.index)])]
  }
  home() {
    return "Welcome"
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const options = { platform: api(), guards: "required" }
export const call = { method: "GET", path: "/posts" }
