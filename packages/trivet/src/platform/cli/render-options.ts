import type { Call } from "../../context/call.ts"
import type { RenderOptions } from "./render.ts"

/** How a call wants its result printed: the command-line engine says it in headers. */
export function renderOptionsOf(call: Call): RenderOptions {
  const columns = Number(call.header("x-columns"))
  return {
    json: call.header("accept") === "application/json",
    columns: columns > 0 ? columns : undefined,
    colours: call.header("x-colours") === "yes",
  }
}
