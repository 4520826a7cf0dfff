import { readFileSync } from "node:fs"
import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"

/** Without an option there are never more, whatever the system allows: each costs some 20 kB. */
const mostByDefault = 16_384
/** Where the system does not say how many files the process may open. */
const unknownLimit = 8_192

/** How many connections may be open at once. `where` is who asked for it. */
export function maxConnections(wanted: number | undefined, where: string | undefined): number {
  if (wanted === undefined) return Math.min(mostByDefault, Math.floor(descriptorLimit() / 2))
  if (wanted >= 1) return wanted
  const reason = `its \`maxConnections\` is ${wanted}, not a number from 1 on`
  throw printedFault(new Fault("OPTION_INVALID", { what: "`serve()`", reason }, { where }))
}

/** How many files and sockets this process may have open. */
function descriptorLimit(): number {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))
    return found === null ? unknownLimit : Number(found[1])
  } catch {
    return unknownLimit
  }
}
