import type { Call } from "../../context/call.ts"
import type { RenderOptions } from "./render.ts"

/** How to print the result of a call. Without a terminal, as in tests, `Accept` selects JSON. */
export function renderOptionsOf(call: Call): RenderOptions {
  const { terminal } = call.incoming
  return terminal ?? { json: call.header("accept") === "application/json", columns: undefined, colors: false }
}
