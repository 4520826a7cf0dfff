import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

/** The Hono application, the same on Node and on Bun. */
export function createThingsApp(): Hono {
  const app = new Hono()
  app.notFound((c) => c.json(missing, 404))
  for (const name of collections) {
    app.get(`/${name}`, (c) => c.json(listOf(name)))
    app.get(`/${name}/:id`, (c) => c.json(userOf(c.req.param("id"))))
    app.post(`/${name}`, (c) => c.body(null, 204))
    app.put(`/${name}/:id`, (c) => c.body(null, 204))
    app.delete(`/${name}/:id`, (c) => c.body(null, 204))
  }
  return app
}

/** Hono on its own server for Node. */
export const start: Start = () => {
  return new Promise((resolve) => {
    const options = {
      fetch: createThingsApp().fetch,
      port: 0,
      hostname: "127.0.0.1",
      serverOptions: nodeOptions,
    }
    serve(options, ({ port }) => resolve(port))
  })
}
