// oxlint-disable import/no-cycle -- the mistake itself
import { type Context, get, inject, module } from "trivet"
import { UsersModule, UsersService } from "./fixed-users.ts"

export class PostTitles {
  readonly all = ["First post"]
}

class PostsController {
  readonly #users = inject(UsersService)

  routes() {
    return [get("/posts/:id/author", this.author)]
  }
  author(ctx: Context<"/posts/:id/author">) {
    return this.#users.nameOf(ctx.param("id"))
  }
}

export const PostsModule = module({
  name: "posts",
  imports: [UsersModule],
  exports: [PostTitles],
  declarations: [PostsController, PostTitles],
})
