import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createTrivetApp } from "../trivet-app.ts"

/** Trivet on its node engine. */
export const start: Start = async () => {
  const { port } = await serve(await createTrivetApp(), { port: 0, host: "127.0.0.1", signals: false })
  return port
}
