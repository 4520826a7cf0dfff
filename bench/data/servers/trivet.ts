import { serve } from "trivet/node"
import type { Start } from "../../http/start.ts"
import { createDataApp } from "../trivet-app.ts"

/** Trivet and `@trivet/postgres`, with a query that is prepared at boot. */
export const start: Start = async () => {
  const { port } = await serve(await createDataApp("prepared"), {
    port: 0,
    host: "127.0.0.1",
    signals: false,
  })
  return port
}
