// Fixed as the fault says.
import { get, inject, module } from "trivet"

class UsersService {
  readonly names = ["Ada"]
}
const UsersModule = module({ name: "users", exports: [UsersService], declarations: [UsersService] })

class PostsController {
  readonly #users = inject(UsersService)

  routes() {
    return [get("/authors", () => this.#users.names)]
  }
}

export const root = module({
  name: "posts",
  imports: [UsersModule],
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/authors" }
