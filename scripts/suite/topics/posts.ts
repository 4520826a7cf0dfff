import {
  type Context,
  contract,
  dto,
  events,
  implement,
  inject,
  module,
  type Module,
  routes,
  stream,
  Topics,
} from "trivet"

const Post = dto({ at: "required,integer" })

/** A live stream of each post, and how to change it. */
export const Posts = contract({
  watch: { method: "GET", path: "/posts/:id", returns: { 200: stream(Post) } },
  change: { method: "POST", path: "/posts/:id", accepts: { body: Post }, returns: { 204: null } },
})

class PostsController {
  readonly #topics = inject(Topics)

  routes() {
    return routes([...implement(Posts, this)])
  }
  async watch(ctx: Context<typeof Posts.watch>) {
    return events(await this.#topics.subscribe(ctx, `post:${ctx.param("id")}`, Post))
  }
  async change(ctx: Context<typeof Posts.change>) {
    await this.#topics.publish(`post:${ctx.param("id")}`, await ctx.bind())
    return undefined
  }
}

/** The application over a module that provides `Topics`. */
export function postsOver(topics: Module): Module {
  return module({ name: "posts", imports: [topics], declarations: [PostsController] })
}
