import { ShortBearerAuth } from "@trivet/auth"
import { anyone, type Context, implement, inject } from "trivet"
import { answerWith } from "../database/store-failure.ts"
import { readyReply } from "../http/ready-reply.ts"
import { AuthorOnly } from "./author-only.ts"
import { isFirstPage, linkTo, parsePage, pathTo } from "./page.ts"
import { postView } from "./post-view.ts"
import type { AuthoredPost } from "./post.ts"
import { Posts } from "./posts-contract.ts"
import { PostsPolicy, shownPost } from "./posts-policy.ts"
import { PostsRemoval } from "./posts-removal.ts"
import { PostsService } from "./posts-service.ts"
import { postsView } from "./posts-view.ts"

// Not in the contract: a browser that imports it needs no views.
const withViews = {
  ...Posts,
  index: { ...Posts.index, view: postsView },
  show: { ...Posts.show, view: postView },
}

/** Answers `/posts` and `/my-posts`. */
export class PostsController {
  readonly #posts = inject(PostsService)
  readonly #removal = inject(PostsRemoval)
  readonly #policy = inject(PostsPolicy)

  routes() {
    const changing = this.#policy.ownPostsOnly ? [ShortBearerAuth, AuthorOnly] : [ShortBearerAuth]
    return implement(withViews, this, {
      index: [anyone],
      show: [anyone],
      create: [ShortBearerAuth],
      update: changing,
      delete: changing,
      mine: [ShortBearerAuth],
    })
  }

  async index(ctx: Context<typeof Posts.index>) {
    const page = parsePage(ctx.input("query"))
    const { authors } = this.#policy
    const reading = isFirstPage(page)
      ? this.#posts.firstPublished(authors)
      : this.#posts.listPublished(page, authors)
    const { body, tag, next } = await reading
    if (next === undefined) return readyReply<AuthoredPost[]>(ctx, { body, tag })
    ctx.set("next_page", next)
    return readyReply<AuthoredPost[]>(ctx, { body, tag, link: linkTo(next) })
  }

  async show(ctx: Context<typeof Posts.show>) {
    const found = await this.#posts.find(ctx.param("id"))
    if (found === undefined) return ctx.status(404).json({ error: "Post not found" })
    const post = shownPost(found, this.#policy.authors)
    // Later after each update, so it tells all contents of this post apart; and a user never changes.
    return readyReply(ctx, { body: JSON.stringify(post), tag: `"${post.updated_at}"`, value: post })
  }

  async create(ctx: Context<typeof Posts.create, "user_id">) {
    const { title, content } = await ctx.bind()
    const post = await answerWith(500, this.#posts.create(title, content, ctx.get("user_id")))
    return ctx.status(201).json(post)
  }

  async update(ctx: Context<typeof Posts.update, "user_id">) {
    const { title = "", content = "", published = false } = await ctx.bind()
    const post = await answerWith(500, this.#posts.update(ctx.param("id"), { title, content, published }))
    return post ?? ctx.status(500).json({ error: "record not found" })
  }

  async delete(ctx: Context<typeof Posts.delete, "user_id">) {
    await answerWith(500, this.#removal.delete(ctx.param("id")))
    return undefined
  }

  async mine(ctx: Context<typeof Posts.mine, "user_id">) {
    const page = parsePage(ctx.input("query"))
    const { items, next } = await this.#posts.listOfAuthor(ctx.get("user_id"), page)
    if (next !== undefined) ctx.response().setHeader("link", linkTo(pathTo("/my-posts", page.limit, next)))
    return [...items]
  }
}
