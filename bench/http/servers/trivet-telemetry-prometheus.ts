import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createScrapedApp } from "../trivet-app.ts"

/** Trivet with `telemetry()` and `prometheus()`, and no SDK: requests are measured. */
export const start: Start = async () => {
  const { port } = await serve(await createScrapedApp(), { port: 0, host: "127.0.0.1", signals: false })
  return port
}
