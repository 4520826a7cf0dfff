import type { Log } from "trivet"

/** Logs errors that may occur a thousand times a second: one line in ten seconds, with the number of errors. */
export function createSparseLog(
  log: Log | undefined,
  message: string,
  pause = 10_000,
): (error: unknown) => void {
  let next = 0
  let unwritten = 0
  return (error) => {
    const now = performance.now()
    if (now < next) {
      unwritten++
      return
    }
    next = now + pause
    log?.warn({ err: error, ...(unwritten > 0 && { unwritten }) }, message)
    unwritten = 0
  }
}
