import type { Call } from "../../context/call.ts"
import type { RenderOptions } from "./render.ts"

/** How a call wants its result printed. Without a terminal, as in tests, `Accept` says whether as JSON. */
export function renderOptionsOf(call: Call): RenderOptions {
  const { terminal } = call.incoming
  return terminal ?? { json: call.header("accept") === "application/json", columns: undefined, colors: false }
}
