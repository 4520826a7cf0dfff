import { type Context, inject, type Next, PublicError } from "trivet"
import { ownPosts, shownPost } from "./posts-policy.ts"
import { PostsService } from "./posts-service.ts"

/** Provides the post of the path. Everyone who has its address may read it, as on the page of the post. */
export class ShownPost {
  readonly provides = ["post"] as const
  readonly answers: Readonly<Record<number, string>> = { 404: "There is no such post" }
  readonly #posts = inject(PostsService)

  async handle(ctx: Context<"/posts/:id">, next: Next): Promise<unknown> {
    const post = await this.#posts.find(ctx.param("id"))
    if (post === undefined) throw new PublicError(404, "Post not found")
    ctx.set("post", shownPost(post, ownPosts.authors))
    return next()
  }
}
