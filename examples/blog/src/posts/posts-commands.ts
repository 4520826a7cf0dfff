import { command, type Context, dto, group, inject, routes } from "trivet"
import { parsePage } from "./page.ts"
import { PostsService } from "./posts-service.ts"
import { PostsStore } from "./posts-store.ts"

const list = { path: "list", accepts: { query: dto({ limit: "", cursor: "" }) } } as const

/** The commands about posts. */
export class PostsCommands {
  readonly #posts = inject(PostsService)
  readonly #store = inject(PostsStore)

  routes() {
    return routes([
      group("posts", [
        command(list.path, this.list, {
          summary: "List published posts, newest first",
          accepts: list.accepts,
        }),
        command("show/:id", this.show, { summary: "Show a post" }),
        command("publish/:id", this.publish, { summary: "Publish a post" }),
      ]),
    ])
  }

  async list(ctx: Context<typeof list>) {
    const { limit = "20", cursor = "" } = ctx.input("query")
    const { items } = await this.#store.listPublished(parsePage({ limit, cursor }))
    return items.map(({ id, title, author, created_at }) => ({ id, title, author: author.name, created_at }))
  }

  async show(ctx: Context<"show/:id">) {
    const post = await this.#posts.find(ctx.param("id"))
    return post ?? ctx.status(404).json({ error: "Post not found" })
  }

  async publish(ctx: Context<"publish/:id">) {
    const post = await this.#posts.publish(ctx.param("id"))
    return post ?? ctx.status(404).json({ error: "Post not found" })
  }
}
