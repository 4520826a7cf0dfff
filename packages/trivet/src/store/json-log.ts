import type { Log, LogMethod } from "./log.ts"

/** The levels of a log, from the least to the most grave. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal"

const levels: Readonly<Record<LogLevel, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
}

/** How the default log writes. */
export interface JsonLogOptions {
  /** What is graver or as grave is written: `info` unless given. */
  readonly level?: LogLevel
  /** Takes one line, without its end. */
  readonly write?: (line: string) => void
  /** Fields that every line carries. */
  readonly fields?: object
}

/** The default log: one JSON object a line, with pino's field names. Errors are written with their stack and cause. */
export function createJsonLog(options: JsonLogOptions = {}): Log {
  const write = options.write ?? writeOut
  const least = levels[options.level ?? "info"]
  const method = (level: LogLevel): LogMethod =>
    levels[level] < least
      ? () => undefined
      : (first: object | string, message?: string) => write(lineOf(level, options.fields, first, message))
  return {
    trace: method("trace"),
    debug: method("debug"),
    info: method("info"),
    warn: method("warn"),
    error: method("error"),
    fatal: method("fatal"),
    child: (fields) => createJsonLog({ ...options, fields: { ...options.fields, ...fields } }),
  }
}

function lineOf(
  level: LogLevel,
  fields: object | undefined,
  first: object | string,
  message: string | undefined,
): string {
  const own = typeof first === "string" ? undefined : first
  const record = {
    level: levels[level],
    time: Date.now(),
    ...fields,
    ...own,
    msg: typeof first === "string" ? first : message,
  }
  try {
    return JSON.stringify(record, readable)
  } catch (error) {
    return JSON.stringify({
      level: levels[level],
      time: Date.now(),
      msg: record.msg,
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

function writeOut(line: string): void {
  if (typeof process === "object" && process.stdout !== undefined) process.stdout.write(`${line}\n`)
  else console.log(line)
}
