// Two services need each other.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class UsersService {
  readonly #posts = inject(PostsService)

  nameOf(id: number) {
    return `Ada, ${this.#posts.count()} posts, number ${id}`
  }
}

class PostsService {
  readonly #users = inject(UsersService) // here

  count() {
    return 3
  }
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

export const root = module({ name: "blog", declarations: [UsersService, PostsService, PostsController] })
export const call = { method: "GET", path: "/authors" }
export const expected = {
  code: "SERVICE_CYCLE",
  chain: ["UsersService", "PostsService", "UsersService"],
} satisfies Expected
