import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { startBare } from "./bare.ts"

/** `node:http` by hand with the option that all others have: the second baseline. */
export const start: Start = () => startBare(nodeOptions)
