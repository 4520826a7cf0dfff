import type { catalogue } from "./catalogue.ts"
import type { FaultCode, FaultDetails } from "./fault-code.ts"

type Make = (code: FaultCode, details: Readonly<Record<string, string | number>>, caller: string) => Error

// Used in a browser's bundle, where the class of faults and their texts would be a third of a contract's size.
let make: Make = (code, details) =>
  new Error(`${code} ${JSON.stringify(details)}. See ${code} in docs/reference/faults.md.`)

/**
 * Throws a fault with the place from which the function `caller` was called. Files of contracts and DTOs import this
 * and not the class of faults, so that a browser's bundle does not contain the class.
 */
export function raise<Code extends FaultCode>(
  code: Code,
  details: FaultDetails<(typeof catalogue)[Code]>,
  caller: string,
): never {
  throw make(code, details, caller)
}

/** Sets the function that creates what `raise()` throws. */
export function raiseWith(maker: Make): void {
  make = maker
}
