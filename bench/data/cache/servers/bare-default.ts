import type { Start } from "../../../http/start.ts"
import { startBare } from "./bare-server.ts"

/** With the client's own defaults. */
export const start: Start = () => startBare({})
