import type { FaultEntry } from "./catalogue.ts"
import { explained } from "./more-about.ts"
import { ownPaths } from "./own-folder.ts"
import { Fault, type FaultExtras } from "./portable-fault.ts"
import type { FaultDetails } from "./fault-code.ts"
import { shortPath } from "./place/short-path.ts"

/** Makes a fault of a catalogue. `details` has a value for each `{placeholder}` in the message and the fix. */
export type FaultMaker<Entries extends Readonly<Record<string, FaultEntry>>> = <
  Code extends keyof Entries & string,
>(
  code: Code,
  details: FaultDetails<Entries[Code]>,
  extras?: FaultExtras,
) => Fault<Code>

/**
 * Makes a catalogue of faults for a package or an application. They are reported like the framework's own. `where` of
 * such a fault is the line that called into the folder of the catalogue. It is not set if the status is below 500.
 * `isExplained` is for packages of Trivet, whose faults `npx trivet explain` describes. Default: false.
 *
 * @example
 * ```ts
 * import { defineFaults } from "trivet/extend"
 *
 * const fault = defineFaults({
 *   RATES_OUTDATED: {
 *     message: "The exchange rates are {days} days old.",
 *     fix: "Run `shop rates fetch`.",
 *   },
 * })
 *
 * export function checkRates(days: number): void {
 *   if (days > 3) throw fault("RATES_OUTDATED", { days })
 * }
 * ```
 */
export function defineFaults<const Entries extends Readonly<Record<string, FaultEntry>>>(
  entries: Entries,
  isExplained = false,
): FaultMaker<Entries> {
  if (isExplained) for (const code of Object.keys(entries)) explained.add(code)
  const home = /^.*\//.exec(placesOf(new Error()).find(isForeign) ?? "")?.[0]
  // The constructor's type accepts only the framework's codes, and cannot be extended here.
  const Made = Fault as unknown as new <Code>(code: Code, ...given: unknown[]) => Fault<Code & string>
  return (code, details, extras) => {
    const fault = new Made(code, details, extras, entries[code])
    // Reading a stack costs more than everything else here, and the cause of a client's error is not in the source.
    if (fault.status >= 500) fault.where ??= callerOutside(home, fault)
    return fault
  }
}

/** The place that called into a folder. If that is in the framework or in a package, it is the place inside the folder. */
function callerOutside(home: string | undefined, error: Error): string | undefined {
  const places = placesOf(error)
  const raised = places.slice(places.findIndex(isForeign))
  const caller = home === undefined ? undefined : raised.find((place) => !place.startsWith(home))
  const found = [caller, raised[0]].find(
    (place) => place !== undefined && isForeign(place) && !place.includes("/node_modules/"),
  )
  return found === undefined ? undefined : shortPath(found)
}

function placesOf({ stack = "" }: Error): string[] {
  return [...stack.matchAll(/^ +at .*?\(?((?:[a-z]+:)?[^\s()]+:\d+:\d+)\)?$/gm)].map(([, place]) => place!)
}

/** Whether a place is neither in the framework nor in the runtime. */
function isForeign(place: string): boolean {
  return !place.startsWith("node:") && !ownPaths.some((folder) => place.includes(folder))
}
