import { createJsonLog } from "./json-log.ts"
import { levels, type LogLevel } from "./line-log.ts"
import type { Log } from "./log.ts"
import { createTerminalLog } from "./terminal-log.ts"

/** The part of a stream that a log needs. */
export interface LogStream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * The log of an application that was given none: short lines where a person watches, JSON lines everywhere else.
 * `LOG_LEVEL` says from which level on, `NO_COLOR` that colors are not wanted.
 */
export function createDefaultLog(stream?: LogStream): Log {
  if (typeof process !== "object") return createJsonLog()
  const out = stream ?? process.stdout
  const { LOG_LEVEL: wanted, NO_COLOR: noColour = "", TERM: terminal } = process.env ?? {}
  const level = isLevel(wanted) ? { level: wanted } : {}
  const write = (line: string): unknown => out.write(`${line}\n`)
  if (out?.isTTY !== true) return createJsonLog({ ...level, ...(out !== undefined && { write }) })
  return createTerminalLog({ ...level, write, colors: noColour === "" && terminal !== "dumb" })
}

function isLevel(text: string | undefined): text is LogLevel {
  return text !== undefined && Object.hasOwn(levels, text)
}
