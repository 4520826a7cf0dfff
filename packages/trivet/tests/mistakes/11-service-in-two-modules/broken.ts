// A service is declared in every module that needs it.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class UsersService {
  readonly names = ["Ada"]
}
const UsersModule = module({ name: "users", declarations: [UsersService] })

class PostsController {
  readonly #users = inject(UsersService)

  routes() {
    return [get("/authors", () => this.#users.names)]
  }
}

// here
export const root = module({
  name: "posts",
  imports: [UsersModule],
  declarations: [PostsController, UsersService],
})
export const call = { method: "GET", path: "/authors" }
export const expected = { code: "DECLARED_TWICE", chain: ["posts"] } satisfies Expected
