import type { FaultCode } from "trivet/extend"

/**
 * What the broken application of a mistake must be told. The line of the mistake carries a comment `here`, or has it
 * on the line above.
 */
export interface Expected {
  /** The fault's code; left out where the runtime itself refuses, before the framework can. */
  readonly code?: FaultCode
  /** What the runtime throws in that case. */
  readonly error?: string
  readonly chain: readonly string[]
  /** Faults that only follow from the mistake and are reported beside it. */
  readonly others?: readonly FaultCode[]
  /** The file of the mistake, where it is not `broken.ts` itself. */
  readonly file?: string
}
