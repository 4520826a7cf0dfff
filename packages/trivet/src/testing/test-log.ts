import { createJsonLog } from "../log/json-log.ts"
import type { Log } from "../log/log.ts"

/** One line that was logged. */
export interface LogLine {
  readonly level: number
  readonly msg?: string
  readonly [field: string]: unknown
}

/** A log that keeps its lines instead of writing them. */
export interface TestLog {
  readonly log: Log
  readonly lines: readonly LogLine[]
}

/** Makes a log for one test. Lines pass through JSON, so a test sees just what would have been written. */
export function createTestLog(): TestLog {
  const lines: LogLine[] = []
  return {
    lines,
    log: createJsonLog({ level: "trace", write: (line) => lines.push(JSON.parse(line) as LogLine) }),
  }
}
