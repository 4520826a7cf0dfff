import type { Fault } from "./fault.ts"
import { moreAbout } from "./more-about.ts"

/** The latest fault, which is expected to be thrown next. */
let latest: Fault | undefined

/**
 * Prepares a fault to be printed if it is uncaught: what happened, what to do and where, without the framework's
 * frames, the list of its fields, and the source line that Node prints for uncaught errors. The process exits with 1.
 */
export function printedFault<Given extends Fault>(fault: Given): Given {
  const { code, message, fix, where } = fault
  const place = where === undefined ? "" : `\n    at ${where}`
  fault.stack = `${code}: ${message}\n   fix: ${fix}${moreAbout(fault)}${place}`
  for (const name of Object.keys(fault)) Object.defineProperty(fault, name, { enumerable: false })
  if (latest === undefined) globalThis.process?.on?.("uncaughtExceptionMonitor", exitWith)
  latest = fault
  return fault
}

function exitWith(error: Error): void {
  // If there are listeners, as in `trivet dev`, they get it instead.
  if (error !== latest || process.listenerCount("uncaughtException") > 0) return
  console.error(error.stack)
  process.exit(1)
}
