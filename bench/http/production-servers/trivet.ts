import { type Context, createApp, del, get, module, post, put, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { collections, listOf } from "../things.ts"
import { userOf } from "../users.ts"

class ThingsController {
  routes() {
    return routes(
      collections.flatMap((name) => [
        get(`/${name}`, () => listOf(name)),
        get(`/${name}/:id`, (ctx: Context<"/:id">) => userOf(ctx.param("id"))),
        post(`/${name}`, () => undefined),
        put(`/${name}/:id`, () => undefined),
        del(`/${name}/:id`, () => undefined),
      ]),
    )
  }
}

/** Trivet on its node engine. */
export const start: Start = async () => {
  const root = module({ name: "things", declarations: [ThingsController] })
  const app = await createApp(root, { platform: api() })
  const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false })
  return port
}
