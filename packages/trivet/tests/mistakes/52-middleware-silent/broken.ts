// A middleware does its work and goes on by itself, as it would in another framework.
import { type Context, get, module } from "trivet"
import type { Expected } from "../expected.ts"

class NoStore {
  // here
  handle(ctx: Context) {
    ctx.response().setHeader("cache-control", "no-store")
  }
}

class PostsController {
  routes() {
    return [get("/posts", () => ["First post"], { middlewares: [NoStore] })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "MIDDLEWARE_SILENT", chain: [] } satisfies Expected
