import { readFileSync } from "node:fs"
import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"

/** The default limit, even if the system allows more: each connection costs about 20 kB. */
const mostByDefault = 16_384
/** Assumed if the system does not report how many files the process may open. */
const unknownLimit = 8_192

/** The maximum number of open connections. `where` is the source location that called `serve()`. */
export function maxConnections(wanted: number | undefined, where: string | undefined): number {
  if (wanted === undefined) return Math.min(mostByDefault, Math.floor(descriptorLimit() / 2))
  if (wanted >= 1) return wanted
  const reason = `its \`maxConnections\` is ${wanted}, not a number from 1 on`
  throw printedFault(new Fault("OPTION_INVALID", { what: "`serve()`", reason }, { where }))
}

/** The limit of open files and sockets of this process. */
function descriptorLimit(): number {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))
    return found === null ? unknownLimit : Number(found[1])
  } catch {
    return unknownLimit
  }
}
