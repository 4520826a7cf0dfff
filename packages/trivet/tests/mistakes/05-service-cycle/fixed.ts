// Fixed as the fault says.
import { get, inject, module } from "trivet"

class PostCounts {
  count() {
    return 3
  }
}

class UsersService {
  readonly #counts = inject(PostCounts)

  nameOf(id: number) {
    return `Ada, ${this.#counts.count()} posts, number ${id}`
  }
}

class PostsService {
  readonly #users = inject(UsersService)

  authors() {
    return [this.#users.nameOf(1)]
  }
}

class PostsController {
  readonly #posts = inject(PostsService)

  routes() {
    return [get("/authors", () => this.#posts.authors())]
  }
}

export const root = module({
  name: "blog",
  declarations: [PostCounts, UsersService, PostsService, PostsController],
})
export const call = { method: "GET", path: "/authors" }
