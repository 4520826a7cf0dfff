import type { Call } from "../../context/call.ts"
import type { TerminalFacts } from "../../context/incoming.ts"

const none: TerminalFacts = { json: false, columns: undefined, colors: false, debug: false }

/**
 * Returns the properties of the terminal, for a command that writes to it by itself instead of returning a value. In
 * tests it is no terminal: no width and no colors.
 *
 * @example
 * ```ts
 * import { command, type Context, routes } from "trivet"
 * import { terminalOf } from "trivet/cli"
 *
 * export class RuleCommand {
 *   routes() {
 *     return routes([command("rule", this.run)])
 *   }
 *
 *   run(ctx: Context) {
 *     const { columns = 80 } = terminalOf(ctx)
 *     process.stdout.write(`${"─".repeat(columns)}\n`)
 *   }
 * }
 * ```
 */
export function terminalOf(ctx: { readonly signal: AbortSignal }): TerminalFacts {
  return (ctx as Call).incoming.terminal ?? none
}
