import { callerOf } from "./place/caller-of.ts"
import { Fault } from "./fault.ts"
import { findNearest } from "./nearest.ts"
import { printedFault } from "./printed-fault.ts"

/** An object with a key for each option of a function; the values do not matter. A missing key does not compile. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>

/**
 * Throws the fault `OPTION_INVALID` if `given` has a key that `known` does not have, and suggests the nearest name. Call
 * it first in a function that takes options: plain JavaScript, and options built elsewhere, escape the compiler's check.
 * `what` names the function in the message. `renamed` has options of earlier versions with the names that they have now.
 *
 * @example
 * ```ts
 * import { module, type Module } from "trivet"
 * import { checkOptions } from "trivet/extend"
 *
 * interface GeoOptions {
 *   readonly language?: string
 *   readonly cacheSeconds?: number
 * }
 *
 * export function geo(options: GeoOptions = {}): Module {
 *   checkOptions(options, { language: true, cacheSeconds: true }, "geo()")
 *   return module({ name: "geo" })
 * }
 * ```
 */
export function checkOptions<Options extends object>(
  given: Options,
  known: OptionNames<Options>,
  what: string,
  renamed: Readonly<Record<string, keyof Options & string>> = {},
): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length === 0) return
  const names = Object.keys(known)
  const reasons = unknown.map((name) => {
    if (Object.hasOwn(renamed, name)) return `\`${name}\` is now \`${renamed[name]}\``
    const nearest = findNearest(name, names)
    return `\`${name}\` is unknown, ${nearest === undefined ? `the options are ${names.join(", ")}` : `write \`${nearest}\``}`
  })
  const fault = new Fault("OPTION_INVALID", { what: `\`${what}\``, reason: reasons.join("; ") })
  fault.where = callerOf(/\w*/.exec(what)![0], fault.stack)
  throw printedFault(fault)
}
