// A module exports what it does not have.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsService {
  list() {
    return ["First post"]
  }
}

const PostsModule = module({ name: "posts", exports: [PostsService] }) // here

class NewsController {
  readonly #posts = inject(PostsService)

  routes() {
    return [get("/news", () => this.#posts.list())]
  }
}

export const root = module({ name: "news", imports: [PostsModule], declarations: [NewsController] })
export const call = { method: "GET", path: "/news" }
export const expected = { code: "EXPORT_NOT_DECLARED", chain: ["news", "posts"] } satisfies Expected
