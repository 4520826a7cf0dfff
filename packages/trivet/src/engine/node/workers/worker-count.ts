import { availableParallelism } from "node:os"
import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"

/** More than any machine has cores: a larger number is an error, and that many processes would be hard to stop. */
const most = 1_024

/** The number of workers; `undefined` if none are wanted. `where` is the source location that called `serve()`. */
export function workerCount(
  wanted: number | "auto" | undefined,
  where: string | undefined,
): number | undefined {
  if (wanted === undefined) return undefined
  if (wanted === "auto") return availableParallelism()
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= most) return wanted
  const reason = `its \`workers\` is ${String(wanted)}, neither "auto" nor a whole number from 1 to ${most}`
  throw printedFault(new Fault("OPTION_INVALID", { what: "`serve()`", reason }, { where }))
}
