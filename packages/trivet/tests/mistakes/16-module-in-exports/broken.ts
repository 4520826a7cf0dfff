// A module is passed on as a whole.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsService {
  list() {
    return ["First post"]
  }
}

const PostsModule = module({ name: "posts", exports: [PostsService], declarations: [PostsService] })
// here
const CoreModule = module({
  name: "core",
  imports: [PostsModule],
  // @ts-expect-error a module is not a token
  exports: [PostsModule],
})

class NewsController {
  readonly #posts = inject(PostsService)

  routes() {
    return [get("/news", () => this.#posts.list())]
  }
}

export const root = module({ name: "news", imports: [CoreModule], declarations: [NewsController] })
export const call = { method: "GET", path: "/news" }
export const expected = { code: "EXPORT_NOT_A_TOKEN", chain: ["news", "core"] } satisfies Expected
