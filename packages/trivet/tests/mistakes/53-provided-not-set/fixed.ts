// Fixed as the fault says.
import { type Context, get, module, type Next } from "trivet"

declare module "trivet" {
  interface ContextValues {
    viewer_name_if_any: string | undefined
  }
}

class Viewer {
  readonly provides = ["viewer_name_if_any"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("viewer_name_if_any", ctx.header("x-name") || undefined)
    return next()
  }
}

class PostsController {
  routes() {
    return [get("/posts", this.index, { middlewares: [Viewer] })]
  }
  index(ctx: Context<"/posts", "viewer_name_if_any">) {
    return { for: ctx.get("viewer_name_if_any")?.toUpperCase() ?? "everyone" }
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
