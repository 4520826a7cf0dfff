// Fixed as the fault says.
import { module } from "trivet"

class PostsController {
  routes() {
    return [{ method: "GET" as const, path: "/posts", handler: this.index }]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({
  name: "posts",
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/posts" }
