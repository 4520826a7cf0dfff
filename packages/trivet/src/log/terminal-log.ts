import { isFault } from "../fault/fault.ts"
import { moreAbout } from "../fault/more-about.ts"
import { shortStack } from "../fault/place/short-stack.ts"
import { createLineLog, type LineLogOptions, type LogLevel, type LogRecord } from "./line-log.ts"
import type { Log } from "./log.ts"
import { escapeActing, writableValue } from "./writable-error.ts"

/** Options of a log for a terminal. */
export interface TerminalLogOptions extends LineLogOptions {
  /** Whether the terminal supports colors. Default: false. */
  readonly colors?: boolean
}

type Paint = (text: string, code: number) => string

const codes: Readonly<Record<LogLevel, number>> = {
  trace: 90,
  debug: 36,
  info: 32,
  warn: 33,
  error: 31,
  fatal: 35,
}

/** Creates a log for a terminal: time, level, text and fields on one line, the stacks of errors below it, without frames of the framework. */
export function createTerminalLog({ colors = false, ...options }: TerminalLogOptions = {}): Log {
  const paint: Paint = colors ? (text, code) => `\u001b[${code}m${text}\u001b[0m` : (text) => text
  return createLineLog(options, (record) => lineOf(record, paint))
}

function lineOf({ level, fields, message = "" }: LogRecord, paint: Paint): string {
  const entries = Object.entries(fields)
  const shown = entries.filter(([, value]) => value !== undefined && !(value instanceof Error))
  const errors = entries.flatMap(([, value]) => (value instanceof Error ? [value] : []))
  const first = [
    paint(new Date().toTimeString().slice(0, 8), 90),
    paint(level.toUpperCase().padEnd(5), codes[level]),
    plain(message),
    ...shown.map(([name, value]) => `${paint(`${plain(name)}=`, 90)}${textOfField(value)}`),
  ]
  return [first.join(" "), ...errors.flatMap((error) => stackOf(error, paint))].join("\n")
}

function stackOf(error: Error, paint: Paint, depth = 0): readonly string[] {
  const [head = "", ...frames] = shortStack(error).split("\n").map(plain)
  const lines = [
    `    ${depth === 0 ? "" : "caused by "}${head}`,
    ...frames.map((frame) => paint(`    ${frame}`, 90)),
    ...(isFault(error) ? [`    ${plain(`fix: ${error.fix}`)}${moreAbout(error, "    ")}`] : []),
  ]
  // Limited, because an error may be its own cause.
  return error.cause instanceof Error && depth < 5
    ? [...lines, ...stackOf(error.cause, paint, depth + 1)]
    : lines
}

function textOfField(value: unknown): string {
  if (typeof value === "string") return /^[\w./:@-]+$/.test(value) ? value : plain(JSON.stringify(value))
  try {
    return plain(JSON.stringify(value, writableValue) ?? "")
  } catch (error) {
    return `(${plain(String(error))})`
  }
}

/** Escapes text so that external data cannot move the cursor, change colors or begin a new line. */
function plain(text: string): string {
  return escapeActing(text.replaceAll("\n", "\\n"))
}
