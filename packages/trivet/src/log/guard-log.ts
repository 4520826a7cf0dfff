import type { Log } from "./log.ts"
import { logOf } from "./log-of.ts"
import { createLossReport } from "./loss-report.ts"

/** A log that never throws: lines that the given one fails to write are dropped and reported on standard error. */
export function guardLog(log: Log): Log {
  return Object.assign(
    guard(() => log, createLossReport()),
    { levelIn: log },
  )
}

function guard(logFor: () => Log, report: (error?: unknown) => void): Log {
  return logOf(
    (level) =>
      (...given: unknown[]) => {
        try {
          // Looked up for each line, because some loggers replace their methods when the level changes.
          const written: unknown = (logFor()[level] as (...given: unknown[]) => unknown)(...given)
          if (written instanceof Promise) written.then(() => report(), report)
          else report()
        } catch (error) {
          report(error)
        }
      },
    (fields) => {
      let child: Log | undefined
      return guard(() => (child ??= logFor().child(fields)), report)
    },
  )
}
