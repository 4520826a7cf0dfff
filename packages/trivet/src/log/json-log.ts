import { createLineLog, levels, type LineLogOptions, type LogRecord } from "./line-log.ts"
import type { Log } from "./log.ts"
import { escapeActing, writableValue } from "./writable-error.ts"

/**
 * Makes a log that writes one JSON object per line, with pino's field names. An error is written with its message,
 * stack, causes, and a few fields such as `code` and `status`. Other fields of errors are left out, because errors of
 * database drivers contain whole rows.
 */
export function createJsonLog(options: LineLogOptions = {}): Log {
  return createLineLog(options, lineOf)
}

function lineOf({ level, fields, message }: LogRecord): string {
  const record = { level: levels[level], time: Date.now(), ...fields, msg: message }
  try {
    return escapeActing(JSON.stringify(record, writableValue))
  } catch (error) {
    const line = { level: levels[level], time: Date.now(), msg: message, unwritable: String(error) }
    return escapeActing(JSON.stringify(line))
  }
}
