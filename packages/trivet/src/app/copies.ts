import { Fault } from "../fault/fault.ts"
import { ownFolder } from "../fault/own-folder.ts"
import { shortPath } from "../fault/short-path.ts"

const key = Symbol.for("trivet.copies")
const globals = globalThis as { [key]?: Set<string> }
const copies = (globals[key] ??= new Set())
copies.add(ownFolder ?? `copy ${copies.size + 1}, without an address`)

/** A fault when this process has loaded trivet from two places: what one copy builds the other cannot see. */
export function findSecondCopy(): Fault | undefined {
  if (copies.size < 2) return undefined
  return new Fault("TWO_COPIES", { copies: [...copies].map(shortPath).join(" and ") })
}
