import type { Log, LogMethod } from "./log.ts"

/** A log with a method for each level. */
export function logOf(method: (level: Exclude<keyof Log, "child">) => LogMethod, child: Log["child"]): Log {
  return {
    trace: method("trace"),
    debug: method("debug"),
    info: method("info"),
    warn: method("warn"),
    error: method("error"),
    fatal: method("fatal"),
    child,
  }
}
