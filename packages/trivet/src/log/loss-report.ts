import { reasonOf } from "../fault/kind-of.ts"

/** Minimum interval between two reports of lost lines, in milliseconds. */
const interval = 10_000

/** Lines that the logs of this process have lost. */
export const lostLines = { count: 0 }

/**
 * Creates a function that is called with the error of each line that a log failed to write, and without one after each
 * successful write. It reports on standard error when lines begin to be lost, and how many were lost when writing works
 * again.
 */
export function createLossReport(): (error?: unknown) => void {
  let lost = 0
  let isLosing = false
  let next = 0
  return (error) => {
    const isLost = error !== undefined && error !== null
    if (isLost) {
      lost++
      lostLines.count++
    }
    if (isLost === isLosing || (isLost && Date.now() < next)) return
    isLosing = isLost
    next = Date.now() + interval
    // `console.error()` does not throw if standard error is closed.
    console.error(
      isLost
        ? `trivet: cannot write the log, dropping its lines: ${reasonOf(error)}`
        : `trivet: the log is written again, ${lost} lines were dropped`,
    )
    if (!isLost) lost = 0
  }
}
