import { createLineLog, levels, type LineLogOptions, type LogRecord } from "./line-log.ts"
import type { Log } from "./log.ts"

/** A log of one JSON object a line, with pino's field names. Errors are written with their stack and cause. */
export function createJsonLog(options: LineLogOptions = {}): Log {
  return createLineLog(options, lineOf)
}

function lineOf({ level, fields, message }: LogRecord): string {
  const record = { level: levels[level], time: Date.now(), ...fields, msg: message }
  try {
    return JSON.stringify(record, readable)
  } catch (error) {
    return JSON.stringify({
      level: levels[level],
      time: Date.now(),
      msg: message,
      unwritable: String(error),
    })
  }
}

function readable(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value)
  if (!(value instanceof Error)) return value
  return {
    ...Object.fromEntries(Object.entries(value)),
    type: value.name,
    message: value.message,
    stack: value.stack,
    cause: value.cause,
  }
}
