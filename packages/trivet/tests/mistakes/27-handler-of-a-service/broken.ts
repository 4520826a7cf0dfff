// A service's method is named as a handler.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsService {
  readonly #posts = ["First post"]

  list() {
    return this.#posts
  }
}

class PostsController {
  readonly #posts = inject(PostsService)

  routes() {
    return [
      get("/posts", this.#posts.list), // here
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController, PostsService] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "HANDLER_OF_ANOTHER_OBJECT", chain: [] } satisfies Expected
