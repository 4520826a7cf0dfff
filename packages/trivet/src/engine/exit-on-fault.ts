import { BootFault } from "../fault/boot-fault.ts"
import { Fault } from "../fault/fault.ts"
import { reportOf } from "./report-of.ts"

/**
 * Runs the start of a whole program. A fault is printed by itself, without the source line and the frames that a
 * runtime prints around an uncaught error, and the process exits with 1. If there are listeners for uncaught
 * exceptions, as in `trivet dev`, they get it instead.
 */
export async function exitOnFault<Result>(start: () => Promise<Result>): Promise<Result> {
  try {
    return await start()
  } catch (error) {
    const isReport = error instanceof BootFault || error instanceof Fault
    if (!isReport || process.listenerCount("uncaughtException") > 0) throw error
    process.stderr.write(`${String(reportOf(error))}\n`)
    return process.exit(1)
  }
}
