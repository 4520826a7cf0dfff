// A middleware sets its value only for callers that sign in, and lets the others through without one.
import { type Context, get, module, type Next } from "trivet"
import type { Expected } from "../expected.ts"

declare module "trivet" {
  interface ContextValues {
    viewer_name: string
  }
}

class Viewer {
  readonly provides = ["viewer_name"] as const
  handle(ctx: Context, next: Next) {
    const name = ctx.header("x-name")
    if (name !== "") ctx.set("viewer_name", name)
    return next() // here
  }
}

class PostsController {
  routes() {
    return [get("/posts", this.index, { middlewares: [Viewer] })]
  }
  index(ctx: Context<"/posts", "viewer_name">) {
    return { for: ctx.get("viewer_name").toUpperCase() }
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "PROVIDED_NOT_SET", chain: [] } satisfies Expected
