import { createJsonLog } from "./json-log.ts"
import { levels, type LogLevel } from "./line-log.ts"
import type { Log } from "./log.ts"
import { createTerminalLog } from "./terminal-log.ts"
import { type LogStream, writerTo } from "./writer-to.ts"

/**
 * Makes the log that an application has by default: short colored lines if the stream is a terminal, JSON lines
 * otherwise. The stream is standard output unless given. The environment variable `LOG_LEVEL` sets the level, by default
 * `info`; `NO_COLOR` turns colors off. Lines that the stream fails to take are dropped, and reported on standard error.
 */
export function createDefaultLog(stream?: LogStream): Log {
  if (typeof process !== "object") return createJsonLog()
  const out = stream ?? process.stdout
  const { LOG_LEVEL: wanted, NO_COLOR: noColour = "", TERM: terminal } = process.env ?? {}
  const level = isLevel(wanted) ? { level: wanted } : {}
  const own = { ...level, ...(out !== undefined && { write: writerTo(out) }) }
  if (out?.isTTY !== true) return createJsonLog(own)
  return createTerminalLog({ ...own, colors: noColour === "" && terminal !== "dumb" })
}

function isLevel(text: string | undefined): text is LogLevel {
  return text !== undefined && Object.hasOwn(levels, text)
}
