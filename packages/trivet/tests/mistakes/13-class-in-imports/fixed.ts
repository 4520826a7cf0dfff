// Fixed as the fault says.
import { get, inject, module } from "trivet"

class PostsService {
  list() {
    return ["First post"]
  }
}

class PostsController {
  readonly #posts = inject(PostsService)

  routes() {
    return [get("/posts", () => this.#posts.list())]
  }
}

export const root = module({
  name: "posts",
  declarations: [PostsController, PostsService],
})
export const call = { method: "GET", path: "/posts" }
