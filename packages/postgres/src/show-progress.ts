import type { Progress, ProgressOptions } from "trivet/cli"

const watchKey = Symbol.for("trivet.watch")

/**
 * Shows the progress of long work on a terminal; `undefined` elsewhere, and in `trivet dev`, which shows itself how long
 * the program has been starting.
 */
export async function showProgress(options: ProgressOptions): Promise<Progress | undefined> {
  if (!process.stderr.isTTY || watchKey in globalThis) return undefined
  // Loaded only if it is needed.
  return (await import("trivet/cli")).createProgress(options)
}
