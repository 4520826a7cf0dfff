import type { Fault } from "../fault.ts"
import { openLocator } from "./locate.ts"

/** Sets the source location of each fault's class or function, if the runtime can provide it. */
export function locateFaults(faults: readonly Fault[]): void {
  if (faults.every((fault) => fault.where !== undefined || fault.subject === undefined)) return
  const locator = openLocator()
  for (const fault of faults) fault.where ??= locator.locate(fault.subject, fault.marks)
  locator.close()
}
