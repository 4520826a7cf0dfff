import { type Context, get, group, inject, post, routes } from "trivet"
import { PostsService } from "./posts-service.ts"
import { BearerAuth } from "./users-module.ts"

export class PostsController {
  readonly #posts = inject(PostsService)

  routes() {
    return [
      ...routes([
        get("/posts", this.index),
        get("/posts/:id", this.show),
        get("/posts/*", () => "anything below"),
      ]),
      group("/posts", [BearerAuth], [post("", this.create, { summary: "Writes a post" })]),
    ]
  }
  index() {
    return this.#posts.all()
  }
  show(ctx: Context<"/posts/:id">) {
    return this.#posts.find(ctx.param("id")) ?? ctx.status(404).json({ error: "Post not found" })
  }
  create(ctx: Context<"/posts", "user_id">) {
    return ctx.status(201).json({ author: ctx.get("user_id") })
  }
}
