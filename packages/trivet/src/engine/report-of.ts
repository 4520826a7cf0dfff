import { BootFault } from "../fault/boot-fault.ts"
import { Fault } from "../fault/fault.ts"

/** What a program prints of an error that kept it from starting. A fault says by itself where and why. */
export function reportOf(error: unknown): unknown {
  if (error instanceof BootFault) return error.message
  return error instanceof Fault ? error.stack : error
}
