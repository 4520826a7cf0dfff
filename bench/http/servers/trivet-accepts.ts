import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createContractApp } from "../trivet-app.ts"

/** Trivet on its node engine, with a record that says what it accepts and returns. */
export const start: Start = async () => {
  const { port } = await serve(await createContractApp(), { port: 0, host: "127.0.0.1", signals: false })
  return port
}
