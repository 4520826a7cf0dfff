import { createLineLog, levels, type LineLogOptions, type LogRecord } from "./line-log.ts"
import type { Log } from "./log.ts"
import { escapeActing, writableValue } from "./writable-error.ts"

/**
 * A log of one JSON object a line, with pino's field names. Errors are written with their stack and cause, and with those
 * of their fields that never hold data: put what else you need into fields of the line.
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
