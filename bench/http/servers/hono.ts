import { serve } from "@hono/node-server"
import { createHonoApp } from "../hono-app.ts"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"

/** Hono on its own server for Node. */
export const start: Start = () =>
  new Promise((resolve) => {
    const { fetch } = createHonoApp()
    const options = { fetch, port: 0, hostname: "127.0.0.1", serverOptions: nodeOptions }
    serve(options, ({ port }) => resolve(port))
  })
