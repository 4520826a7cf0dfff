import { serve } from "trivet/node"
import { registerSdk } from "../../telemetry/register-sdk.ts"
import type { Start } from "../start.ts"
import { createMeasuredApp } from "../trivet-app.ts"

/** Trivet with `telemetry()` and the official SDK: 1 % of the calls are recorded, and exported in batches. */
export const start: Start = async () => {
  await registerSdk()
  const app = await createMeasuredApp({ sample: 0.01 })
  return (await serve(app, { port: 0, host: "127.0.0.1", signals: false })).port
}
