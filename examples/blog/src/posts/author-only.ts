import { type Context, inject, type Next } from "trivet"
import { PostsService } from "./posts-service.ts"

/** Lets a post's own author through, and whoever asks for a post that is not there. Put `ShortBearerAuth` before it. */
export class AuthorOnly {
  readonly needs = ["user_id"] as const
  readonly answers: Readonly<Record<number, string>> = { 403: "The post is another author's" }
  readonly #posts = inject(PostsService)

  async handle(ctx: Context<"/posts/:id", "user_id">, next: Next): Promise<unknown> {
    const post = await this.#posts.find(ctx.param("id"))
    if (post !== undefined && post.author_id !== ctx.get("user_id"))
      return ctx.status(403).json({ error: "Forbidden" })
    return next()
  }
}
