import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createTrivetApp } from "../trivet-app.ts"

/** Trivet with its management port. */
export const start: Start = async () => {
  const app = await createTrivetApp()
  const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false, management: { port: 0 } })
  return port
}
