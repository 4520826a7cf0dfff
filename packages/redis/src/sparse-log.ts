import type { Log } from "trivet"

/** Writes errors that may come a thousand times a second: one line in ten seconds, and how many it stands for. */
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
