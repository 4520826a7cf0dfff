import { catalogue } from "./catalogue.ts"
import type { Fault } from "./portable-fault.ts"

/** The codes that `npx trivet explain` describes. */
export const explained: Set<string> = new Set(Object.keys(catalogue))

/** A line with the command that explains a fault, to follow its fix; `""` for faults of an application. */
export function moreAbout({ code }: Fault, indent = "   "): string {
  return explained.has(code) ? `\n${indent}more: npx trivet explain ${code}` : ""
}
