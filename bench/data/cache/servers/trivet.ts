import { redis } from "@trivet/redis"
import { Cache, type Context, createApp, get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import type { Start } from "../../../http/start.ts"
import { lifetime, prefix, redisUrl, userOf } from "../cached-user.ts"

class UsersController {
  readonly #cache = inject(Cache)

  routes() {
    return routes([get("/users/:id", this.show)])
  }
  show(ctx: Context<"/users/:id">) {
    const id = ctx.param("id")
    return this.#cache.remember(id, { seconds: lifetime }, () => userOf(id))
  }
}

/** Trivet and `@trivet/redis`: `remember()`, with a limit of time, leases and the rest of it. */
export const start: Start = async () => {
  const store = redis({ url: redisUrl, prefix: `${prefix}-trivet` })
  const root = module({ name: "users", imports: [store], declarations: [UsersController] })
  const app = await createApp(root, { platform: api() })
  const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false })
  return port
}
