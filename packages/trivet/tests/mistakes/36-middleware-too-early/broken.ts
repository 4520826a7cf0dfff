// A middleware needs what only a later one provides.
import { type Context, get, module, type Next } from "trivet"
import type { Expected } from "../expected.ts"

declare module "trivet" {
  interface ContextValues {
    user_id: string
  }
}

class Auth {
  readonly provides = ["user_id"] as const

  handle(ctx: Context, next: Next) {
    ctx.set("user_id", "ada")
    return next()
  }
}

class OnlyAda {
  readonly needs = ["user_id"] as const

  handle(ctx: Context, next: Next) {
    return ctx.get("user_id") === "ada" ? next() : ctx.status(403).json({ error: "Forbidden" })
  }
}

class PostsController {
  routes() {
    return [
      get("/posts", () => ["First post"], { middlewares: [OnlyAda, Auth] }), // here
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "VALUE_NOT_PROVIDED", chain: [] } satisfies Expected
