import { BootFault } from "../fault/boot-fault.ts"
import { Fault } from "../fault/fault.ts"

/** What a program prints for an error that prevented its start. A fault already says where and why. */
export function reportOf(error: unknown): unknown {
  if (error instanceof BootFault) return error.message
  return error instanceof Fault ? error.stack : error
}
