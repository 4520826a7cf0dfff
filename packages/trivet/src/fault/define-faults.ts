import type { FaultEntry } from "./catalogue.ts"
import { explained } from "./more-about.ts"
import { ownPaths } from "./own-folder.ts"
import { Fault, type FaultExtras } from "./portable-fault.ts"
import type { FaultDetails } from "./fault-code.ts"
import { shortPath } from "./short-path.ts"

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
 * `isExplained` is for packages of Trivet, whose faults `npx trivet explain` knows. Default: false.
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
  // Its constructor takes the framework's codes alone, which this cannot add to.
  const Made = Fault as unknown as new <Code>(code: Code, ...given: unknown[]) => Fault<Code & string>
  return (code, details, extras) => {
    const fault = new Made(code, details, extras, entries[code])
    // A stack takes longer to read than all else here, and what a client caused is not looked for in the source.
    if (fault.status >= 500) fault.where ??= callerOutside(home, fault)
    return fault
  }
}

/** The place that called into a folder. Where the framework or a package did, it is the place inside of the folder. */
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

/** Neither of the framework nor of the runtime. */
function isForeign(place: string): boolean {
  return !place.startsWith("node:") && !ownPaths.some((folder) => place.includes(folder))
}
