import type { Log, LogMethod } from "./log.ts"
import { logOf } from "./log-of.ts"
import { redactor } from "./redactor.ts"
import { writerTo } from "./writer-to.ts"

/** The levels of a log, least severe first. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal"

/** The number of each level, as pino writes it. */
export const levels: Readonly<Record<LogLevel, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
}

/** Options of `createJsonLog()`. */
export interface LineLogOptions {
  /** The least severe level that is written. Default: `info`. */
  readonly level?: LogLevel
  /** Called with each line, without a line break. Default: writes to standard output. */
  readonly write?: (line: string) => void
  /** Fields that are added to every line. Default: none. */
  readonly fields?: object
  /**
   * Names of fields whose values are replaced by `[redacted]`, at any depth and in any case: `["email"]`. Default:
   * none.
   */
  readonly redact?: readonly string[]
}

/** The parts of one line. */
export interface LogRecord {
  readonly level: LogLevel
  readonly fields: object
  readonly message: string | undefined
}

/** Creates a log that formats each record and writes it, by default to standard output. */
export function createLineLog(options: LineLogOptions, lineOf: (record: LogRecord) => string): Log {
  const least = { level: options.level ?? "info" }
  return Object.assign(lineLog(options, lineOf, least), { levelIn: least })
}

/** A log with its children, which share the least level. */
function lineLog(
  options: LineLogOptions,
  lineOf: (record: LogRecord) => string,
  least: { readonly level: LogLevel },
): Log {
  const { write = writerOut(), fields: common } = options
  const hide = options.redact === undefined ? (fields: object) => fields : redactor(options.redact)
  const method =
    (level: LogLevel): LogMethod =>
    (first: object | string, message?: string) => {
      if (levels[level] < levels[least.level]) return
      const own = typeof first === "string" ? undefined : first
      const fields = common === undefined ? (own ?? {}) : { ...common, ...own }
      write(lineOf({ level, fields: hide(fields), message: typeof first === "string" ? first : message }))
    }
  const child = (fields: object) =>
    lineLog({ ...options, write, fields: { ...common, ...fields } }, lineOf, least)
  return logOf(method, child)
}

function writerOut(): (line: string) => void {
  const out = globalThis.process?.stdout
  return out === undefined ? (line) => console.log(line) : writerTo(out)
}
