// Fixed as the fault says.
import { get, module } from "trivet"

class PostsController {
  #title = "Draft"

  async onStart() {
    this.#title = await Promise.resolve("First post")
  }
  routes() {
    return [get("/posts", () => [this.#title])]
  }
}

export const root = module({
  name: "posts",
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/posts" }
