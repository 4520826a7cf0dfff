// Fixed as the fault says.
import { get, inject, module } from "trivet"

class PostsService {
  list() {
    return ["First post"]
  }
}

const PostsModule = module({ name: "posts", exports: [PostsService], declarations: [PostsService] })

class NewsController {
  readonly #posts = inject(PostsService)

  routes() {
    return [get("/news", () => this.#posts.list())]
  }
}

export const root = module({ name: "news", imports: [PostsModule], declarations: [NewsController] })
export const call = { method: "GET", path: "/news" }
