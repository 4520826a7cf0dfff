import { catalogue } from "./catalogue.ts"
import type { Fault } from "./portable-fault.ts"

/** The command that says more of a fault, as a line to print after its fix; none for faults that Trivet does not know. */
export function moreAbout({ code }: Fault): readonly string[] {
  return Object.hasOwn(catalogue, code) ? [`more: npx trivet explain ${code}`] : []
}
