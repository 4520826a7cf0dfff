// A service is asked for, and nobody declares it.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsService {
  list() {
    return ["First post"]
  }
}

class PostsController {
  readonly #posts = inject(PostsService) // here

  routes() {
    return [get("/posts", this.index)]
  }
  index() {
    return this.#posts.list()
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = {
  code: "TOKEN_MISSING",
  chain: ["PostsController", "PostsService"],
} satisfies Expected
