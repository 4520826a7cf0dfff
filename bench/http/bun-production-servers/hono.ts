import { createThingsApp } from "../production-servers/hono.ts"
import type { Start } from "../start.ts"

/** Hono on Bun. */
export const start: Start = () =>
  Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: createThingsApp().fetch }).port
