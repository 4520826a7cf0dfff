import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createGuardedApp } from "../trivet-app.ts"

/** Trivet with a guard on each route. */
export const start: Start = async () => {
  const { port } = await serve(await createGuardedApp(), { port: 0, host: "127.0.0.1", signals: false })
  return port
}
