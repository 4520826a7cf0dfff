import type { Log, LogLevel } from "trivet"
import type { LogMethod } from "trivet/extend"
import { maskFields } from "./show-call.ts"

/** A line as it was logged, with the names of secrets masked. */
export interface LoggedLine {
  readonly level: LogLevel
  readonly message: string
  readonly fields: string
}

/** A log that passes each line of every level to `keep`, and writes it as before. */
export function keepLog(log: Log, keep: (line: LoggedLine) => void, fields: object = {}): Log {
  // Some loggers take more arguments, and some replace their methods when the level changes.
  const own = log as unknown as Record<LogLevel, (...given: unknown[]) => void>
  const method =
    (level: LogLevel): LogMethod =>
    (first: object | string, ...more: unknown[]) => {
      keep(lineOf(level, fields, first, more[0]))
      own[level](first, ...more)
    }
  return {
    trace: method("trace"),
    debug: method("debug"),
    info: method("info"),
    warn: method("warn"),
    error: method("error"),
    fatal: method("fatal"),
    child: (added) => keepLog(log.child(added), keep, { ...fields, ...added }),
  }
}

function lineOf(level: LogLevel, fields: object, first: object | string, text: unknown): LoggedLine {
  const [own, message] =
    typeof first === "string" ? [{}, first] : [first, typeof text === "string" ? text : ""]
  return {
    level,
    message,
    fields: textOfFields({ ...fields, ...(own instanceof Error ? { err: own } : own) }),
  }
}

function textOfFields(fields: object): string {
  if (Object.keys(fields).length === 0) return ""
  try {
    const plain: unknown = JSON.parse(JSON.stringify(fields, writable))
    return JSON.stringify(maskFields(plain)).slice(0, 4000)
  } catch {
    return "(cannot be written)"
  }
}

/** Custom fields of errors are omitted: those of a database driver may contain rows. */
function writable(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value)
  return value instanceof Error ? `${value.name}: ${value.message}` : value
}
