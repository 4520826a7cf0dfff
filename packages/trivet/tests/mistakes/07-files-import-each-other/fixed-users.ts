// oxlint-disable import/no-cycle -- the mistake itself
import { get, inject, module } from "trivet"
import { PostTitles, PostsModule } from "./fixed-posts.ts"

export class UsersService {
  nameOf(id: string) {
    return `User ${id}`
  }
}

class UsersController {
  readonly #titles = inject(PostTitles)

  routes() {
    return [get("/users/:id/posts", () => this.#titles.all)]
  }
}

export const UsersModule = module({
  name: "users",
  imports: () => [PostsModule],
  exports: [UsersService],
  declarations: [UsersController, UsersService],
})
