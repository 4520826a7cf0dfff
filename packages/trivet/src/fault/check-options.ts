import { callerOf } from "./caller-of.ts"
import { Fault } from "./fault.ts"
import { findNearest } from "./nearest.ts"
import { printedFault } from "./printed-fault.ts"

/** The names of all options of a function, whatever they hold here. The compiler finds one that is missing. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>

/**
 * Raises a fault for options that a function does not have, with the nearest name that it has: a mistyped one would be
 * ignored. `what` is the function, as in `cors()`.
 */
export function checkOptions<Options extends object>(
  given: Options,
  known: OptionNames<Options>,
  what: string,
): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length === 0) return
  const names = Object.keys(known)
  const reasons = unknown.map((name) => {
    const nearest = findNearest(name, names)
    return `\`${name}\` is unknown, ${nearest === undefined ? `the options are ${names.join(", ")}` : `write \`${nearest}\``}`
  })
  const fault = new Fault("OPTION_INVALID", { what: `\`${what}\``, reason: reasons.join("; ") })
  fault.where = callerOf(/\w*/.exec(what)![0], fault.stack)
  throw printedFault(fault)
}
