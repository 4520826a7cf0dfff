import { BootFault } from "../fault/boot-fault.ts"
import type { Fault } from "../fault/fault.ts"
import { locateFaults } from "../fault/locate-faults.ts"

/** Raises one fault that holds all of these, each with the place where it was written; does nothing without any. */
export function throwBootFault(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  locateFaults(faults)
  throw new BootFault(faults)
}
