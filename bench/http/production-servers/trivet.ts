import { type App, type Context, createApp, del, get, module, post, put, routes } from "trivet"
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

/** The Trivet application, the same on Node and on Bun. */
export function createThingsApp(): Promise<App> {
  return createApp(module({ name: "things", declarations: [ThingsController] }), { platform: api() })
}

/** Trivet on its node engine. */
export const start: Start = async () => {
  const { port } = await serve(await createThingsApp(), { port: 0, host: "127.0.0.1", signals: false })
  return port
}
