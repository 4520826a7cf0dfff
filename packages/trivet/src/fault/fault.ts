import { catalogue } from "./catalogue.ts"
import { type Fault as PortableFault, registerCatalogue } from "./portable-fault.ts"

/**
 * The class of faults, with the catalogue. Everything except contracts and DTOs throws faults with it. Bundlers can
 * omit the catalogue if nothing uses it.
 */
export const Fault: typeof PortableFault = /* @__PURE__ */ registerCatalogue(catalogue)

/** An error from a catalogue. */
export type Fault<Code extends string = string> = PortableFault<Code>

/** Whether something thrown is a fault. */
export function isFault(thrown: unknown): thrown is Fault {
  return thrown instanceof Fault
}
