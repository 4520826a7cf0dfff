import type { ContextKey } from "../context/context-values.ts"
import type { Context } from "../context/context.ts"
import type { LogLevel } from "../log/line-log.ts"
import type { Log, LogMethod } from "../log/log.ts"
import { logOf } from "../log/log-of.ts"
import { titleOf } from "../module/routes/flat-route.ts"
import { findCallScope } from "./dispatch/find-call-scope.ts"

/** The log that services inject: its lines carry the fields of the running call, if the runtime knows it. */
export function createScopedLog(log: Log): Log {
  return withCall(log, () => findCallScope()?.current())
}

/** Wraps a log so that its lines contain the fields of the running call. */
function withCall(log: Log, current: () => Context | undefined): Log {
  // Some loggers accept more arguments: a format string and its values. Some replace their methods when the level
  // changes.
  const own = log as unknown as Record<LogLevel, (...given: unknown[]) => void>
  const method =
    (level: LogLevel): LogMethod =>
    (first: object | string, ...more: unknown[]) => {
      const call = current()
      if (call === undefined) own[level](first, ...more)
      else if (typeof first === "string") own[level](fieldsOfCall(call), first, ...more)
      else if (first instanceof Error) own[level]({ ...fieldsOfCall(call), err: first }, ...more)
      else own[level]({ ...fieldsOfCall(call), ...first }, ...more)
    }
  return logOf(method, (fields) => withCall(log.child(fields), current))
}

/** The fields of a call that are added to the lines of services. */
function fieldsOfCall(call: Context): Record<string, unknown> {
  const { method, pattern } = call
  const fields: Record<string, unknown> = {}
  for (const key of ["request_id", "user_id", "trace_id"]) {
    const value: unknown = (call as { get(key: ContextKey): unknown }).get(key as ContextKey)
    if (value !== undefined) fields[key] = value
  }
  if (pattern !== undefined) fields["route"] = titleOf(method === "" ? undefined : method, pattern)
  return fields
}
