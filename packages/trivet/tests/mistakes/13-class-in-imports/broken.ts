// A class stands among the imported modules.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

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

// here
export const root = module({
  name: "posts",
  // @ts-expect-error a class is not a module
  imports: [PostsService],
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "NOT_A_MODULE", chain: ["posts"] } satisfies Expected
