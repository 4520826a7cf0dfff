import type { Fault } from "./fault.ts"
import { openLocator } from "./locate.ts"

/** Fills in where each fault's class or function was written, as far as the runtime can tell. */
export function locateFaults(faults: readonly Fault[]): void {
  if (faults.every((fault) => fault.where !== undefined || fault.subject === undefined)) return
  const locator = openLocator()
  for (const fault of faults) fault.where ??= locator.locate(fault.subject, fault.marks)
  locator.close()
}
