import { BootFault } from "./boot-fault.ts"
import type { Fault } from "./fault.ts"
import { locateFaults } from "./place/locate-faults.ts"

/** Throws one fault that contains all of these, each with its source location; does nothing if there are none. */
export function throwBootFault(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  locateFaults(faults)
  throw new BootFault(faults)
}
