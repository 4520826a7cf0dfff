// Fixed as the fault says.
import { type Context, get, module, type Next } from "trivet"

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
    return [get("/posts", () => ["First post"], { middlewares: [Auth, OnlyAda] })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
