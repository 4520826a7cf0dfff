// Fixed as the fault says.
import { get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/files/:name/raw", this.index)]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/files/a/raw" }
