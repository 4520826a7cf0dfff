import { createApp, get, type Middleware, module } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { postsOf, sizes } from "./posts.ts"

class Posts {
  routes() {
    return sizes.map((kilobytes) => {
      const posts = postsOf(kilobytes * 1000)
      return get(`/posts/${kilobytes}`, () => posts)
    })
  }
}

/** Serves lists of posts of each size. */
export async function startPosts(middlewares: readonly Middleware[]): Promise<number> {
  const root = module({ name: "posts", declarations: [Posts] })
  const app = await createApp(root, { platform: api(), middlewares })
  return (await serve(app, { port: 0, host: "127.0.0.1", signals: false, overload: false })).port
}
