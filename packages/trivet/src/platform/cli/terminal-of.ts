import type { Call } from "../../context/call.ts"
import type { TerminalFacts } from "../../context/incoming.ts"

const none: TerminalFacts = { json: false, columns: undefined, colors: false, debug: false }

/** The terminal that a command was typed on, for commands that write to it by themselves. In tests there is none. */
export function terminalOf(ctx: { readonly signal: AbortSignal }): TerminalFacts {
  return (ctx as Call).incoming.terminal ?? none
}
