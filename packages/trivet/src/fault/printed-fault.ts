import type { Fault } from "./fault.ts"
import { moreAbout } from "./more-about.ts"

/**
 * Makes a fault fit to be the last thing that a program says. Uncaught, it is printed as what happened, what to do and
 * where it was asked for, without the framework's frames and without its fields listed again below.
 */
export function printedFault<Given extends Fault>(fault: Given): Given {
  const { code, message, fix, where } = fault
  const place = where === undefined ? "" : `\n    at ${where}`
  fault.stack = `${code}: ${message}\n   fix: ${fix}${moreAbout(fault)}${place}`
  for (const name of Object.keys(fault)) Object.defineProperty(fault, name, { enumerable: false })
  return fault
}
