import { toFetch } from "trivet/fetch"
import { createThingsApp } from "../production-servers/trivet.ts"
import type { Start } from "../start.ts"

/** Trivet on its fetch engine. */
export const start: Start = async () =>
  Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: toFetch(await createThingsApp()) }).port
