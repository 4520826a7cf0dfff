import { isFault } from "./fault.ts"
import { moreAbout } from "./more-about.ts"
import type { Fault } from "./portable-fault.ts"
import { foreignFrames, shortStack } from "./place/short-stack.ts"

/**
 * The error with which `createApp()` rejects if the application has faults: all of them, in `faults`. Its message is the
 * complete report. `serve()` and `run()` print it and exit with 1.
 *
 * @example
 * ```ts
 * import { BootFault, createApp, type Module } from "trivet"
 * import { api } from "trivet/api"
 *
 * export async function faultsOf(root: Module): Promise<string[]> {
 *   try {
 *     const app = await createApp(root, { platform: api() })
 *     await app.stop()
 *     return []
 *   } catch (error) {
 *     if (error instanceof BootFault) return error.faults.map(({ code }) => code)
 *     throw error
 *   }
 * }
 * ```
 */
export class BootFault extends Error {
  override readonly name = "BootFault"
  declare readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(report(faults))
    // Not enumerable: a runtime would print all of them again after the report of an uncaught error.
    Object.defineProperty(this, "faults", { value: faults })
    // The report has the place of each fault; the framework's own frames would hide it.
    this.stack = [`${this.name}: ${this.message}`, ...foreignFrames(this).slice(0, 1)].join("\n")
  }
}

function report(faults: readonly Fault[]): string {
  const title = faults.length === 1 ? "1 fault" : `${faults.length} faults`
  const paragraphs = faults.map((fault, index) => `${index + 1}. ${textOfFault(fault, moreAbout(fault))}`)
  return [`${title}: the application was not started`, ...paragraphs].join("\n\n")
}

function textOfFault(fault: Fault, more = ""): string {
  const lines = [fault.code, `   ${fault.message}`]
  if (fault.chain.length > 1) lines.push(`   chain: ${fault.chain.join(" → ")}`)
  if (fault.where !== undefined) lines.push(`   at ${fault.where}`)
  lines.push(`   fix: ${fault.fix}${more}`)
  const { cause } = fault
  if (cause instanceof Error) lines.push(indent(isFault(cause) ? textOfFault(cause) : shortStack(cause)))
  return lines.join("\n")
}

function indent(text: string): string {
  return text.replace(/^/gm, "   | ")
}
