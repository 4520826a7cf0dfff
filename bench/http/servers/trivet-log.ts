import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createLoggingApp } from "../trivet-app.ts"

/** Trivet with a service that injects the log. */
export const start: Start = async () => {
  const { port } = await serve(await createLoggingApp(), { port: 0, host: "127.0.0.1", signals: false })
  return port
}
