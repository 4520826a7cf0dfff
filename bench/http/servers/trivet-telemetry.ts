import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createMeasuredApp } from "../trivet-app.ts"

/** Trivet with `telemetry()` and no SDK. */
export const start: Start = async () => {
  const { port } = await serve(await createMeasuredApp(), { port: 0, host: "127.0.0.1", signals: false })
  return port
}
