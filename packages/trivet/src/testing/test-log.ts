import { createJsonLog } from "../log/json-log.ts"
import type { Log } from "../log/log.ts"

/** One line that was logged. */
export interface LogLine {
  /** 10 for `trace`, 20 `debug`, 30 `info`, 40 `warn`, 50 `error`, 60 `fatal`. */
  readonly level: number
  /** The message. */
  readonly msg?: string
  /** The other fields. */
  readonly [field: string]: unknown
}

/** A log that keeps its lines in memory instead of writing them. */
export interface TestLog {
  /** The log to pass to the code under test. */
  readonly log: Log
  /** What was logged, oldest first. */
  readonly lines: readonly LogLine[]
}

/**
 * Makes a log for a test of code that takes a `Log`; `createTestApp()` has one already, in `app.logs`. It keeps every
 * level. Lines pass through JSON, so a test sees what would have been written.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict"
 * import { createTestLog } from "trivet/testing"
 *
 * const { log, lines } = createTestLog()
 * log.warn({ orders: 3 }, "late")
 * equal(lines[0]?.msg, "late")
 * equal(lines[0]?.["orders"], 3)
 * ```
 */
export function createTestLog(): TestLog {
  const lines: LogLine[] = []
  return {
    lines,
    log: createJsonLog({ level: "trace", write: (line) => lines.push(JSON.parse(line) as LogLine) }),
  }
}
