import { createHonoApp } from "../hono-app.ts"
import type { Start } from "../start.ts"

/** Hono on Bun. */
export const start: Start = () =>
  Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: createHonoApp().fetch }).port
