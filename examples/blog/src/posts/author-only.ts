import { type Context, inject, type Next, PublicError } from "trivet"
import type { AuthoredPost } from "./post.ts"
import { ownPosts, shownPost } from "./posts-policy.ts"
import { PostsService } from "./posts-service.ts"

declare module "trivet" {
  interface ContextValues {
    /** The post that the path names. */
    post: AuthoredPost
  }
}

/** Lets a post's own author through, with the post, so that the handler need not load it again. Put a guard before it. */
export class AuthorOnly {
  readonly needs = ["user_id"] as const
  readonly provides = ["post"] as const
  readonly allows: readonly string[] = ["owner"]
  readonly answers: Readonly<Record<number, string>> = {
    403: "The post is another author's",
    404: "There is no such post",
  }
  readonly #posts = inject(PostsService)

  async handle(ctx: Context<"/posts/:id", "user_id">, next: Next): Promise<unknown> {
    const post = await this.#posts.find(ctx.param("id"))
    if (post === undefined) throw new PublicError(404, "Post not found")
    if (post.author_id !== ctx.get("user_id")) throw new PublicError(403, "Forbidden")
    ctx.set("post", shownPost(post, ownPosts.authors))
    return next()
  }
}
