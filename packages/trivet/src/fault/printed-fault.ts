import type { Fault } from "./fault.ts"
import { moreAbout } from "./more-about.ts"

/** The latest one: what is thrown next. */
let latest: Fault | undefined

/**
 * Makes a fault fit to be the last thing that a program says. Uncaught, it is printed as what happened, what to do and
 * where it was asked for, without the framework's frames, without its fields listed again below, and without the frame of
 * Node's own that an uncaught error is printed with. The process exits with 1.
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
  // Whoever listens, such as `trivet dev`, gets it instead.
  if (error !== latest || process.listenerCount("uncaughtException") > 0) return
  console.error(error.stack)
  process.exit(1)
}
