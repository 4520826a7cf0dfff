import type { Start } from "../../../http/start.ts"
import { startBare } from "./bare-server.ts"

/** Without the client's limit of time for commands, which costs an AbortSignal for each. */
export const start: Start = () => startBare({ timeout: 0 })
