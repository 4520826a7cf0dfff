// Runs in the application's process, so it must not import the framework.
import type { Log, LogLevel } from "trivet"
import type { LogMethod } from "trivet/extend"
import { shownKey } from "../program-keys.ts"

/** Fields that only join the lines of one call. */
const ids: ReadonlySet<string> = new Set(["request_id", "trace_id"])

/** Whether the program logs at a level at which lines have the ids of their calls. */
export function logsIds(): boolean {
  return /^(?:debug|trace)$/.test(process.env["LOG_LEVEL"] ?? "")
}

/**
 * The log of a program on the same terminal as the tool: without the lines that the tool shows itself, which are those
 * of `callLog()` and of facts such as the address, and without ids unless the level is `debug`.
 */
export function logBesideTool(log: Log): Log {
  // Some loggers take more arguments, and some replace their methods when the level changes.
  const own = log as unknown as Record<LogLevel, (...given: unknown[]) => void>
  const method =
    (level: LogLevel): LogMethod =>
    (first: object | string, ...more: unknown[]) => {
      if (typeof first === "string" || first instanceof Error) own[level](first, ...more)
      else if (!isShown(first, more[0])) own[level](withoutIds(first), ...more)
    }
  return {
    trace: method("trace"),
    debug: method("debug"),
    info: method("info"),
    warn: method("warn"),
    error: method("error"),
    fatal: method("fatal"),
    child: (fields) => logBesideTool(log.child(withoutIds(fields))),
  }
}

function isShown(fields: object, message: unknown): boolean {
  return (
    shownKey in fields || (message === "call" && "route" in fields && "status" in fields && "ms" in fields)
  )
}

function withoutIds(fields: object): object {
  if (logsIds()) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ids.has(name)))
}
