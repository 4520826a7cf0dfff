// A module exports what is asked for, but is not imported.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class UsersService {
  readonly names = ["Ada"]
}
const UsersModule = module({ name: "users", exports: [UsersService], declarations: [UsersService] })

class PostsController {
  readonly #users = inject(UsersService) // here

  routes() {
    return [get("/authors", () => this.#users.names)]
  }
}
const PostsModule = module({ name: "posts", declarations: [PostsController] })

export const root = module({ name: "app", imports: [PostsModule, UsersModule] })
export const call = { method: "GET", path: "/authors" }
export const expected = {
  code: "TOKEN_NOT_IMPORTED",
  chain: ["PostsController", "UsersService"],
} satisfies Expected
