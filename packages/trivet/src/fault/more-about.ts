import { catalogue } from "./catalogue.ts"
import type { Fault } from "./portable-fault.ts"

/** The command that says more of a fault, as a line to follow its fix; `""` for faults that Trivet does not know. */
export function moreAbout({ code }: Fault, indent = "   "): string {
  return code in catalogue ? `\n${indent}more: npx trivet explain ${code}` : ""
}
