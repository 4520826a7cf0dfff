import type { ScopedLog } from "../app/build-app.ts"
import type { ContextKey } from "../context/context-values.ts"
import type { Context } from "../context/context.ts"
import type { LogLevel } from "../log/line-log.ts"
import type { Log, LogMethod } from "../log/log.ts"
import { logOf } from "../log/log-of.ts"
import { titleOf } from "../module/flat-route.ts"
import type { CallScope } from "./call-scope.ts"
import { findCallScope } from "./find-call-scope.ts"
import { scopedAnswers } from "./scoped-answers.ts"

/** Makes the log that services inject. Where the runtime does not know the running call, its lines are those of `log`. */
export function createScopedLog(log: Log): ScopedLog {
  let scope: CallScope | undefined
  return {
    log: withCall(log, () => scope?.current()),
    use() {
      const found = (scope = findCallScope())
      return found && ((app) => scopedAnswers(found, app))
    },
  }
}

/** A log whose lines carry the fields of the running call. */
function withCall(log: Log, current: () => Context | undefined): Log {
  // Some loggers take more arguments: a text with places, and their values. Some change their methods with the level.
  const own = log as unknown as Record<LogLevel, (...given: unknown[]) => void>
  const method =
    (level: LogLevel): LogMethod =>
    (first: object | string, ...more: unknown[]) => {
      const call = current()
      if (call === undefined) own[level](first, ...more)
      else if (typeof first === "string") own[level](fieldsOf(call), first, ...more)
      else if (first instanceof Error) own[level]({ ...fieldsOf(call), err: first }, ...more)
      else own[level]({ ...fieldsOf(call), ...first }, ...more)
    }
  return logOf(method, (fields) => withCall(log.child(fields), current))
}

/** What a line of a service says of the call: who asked for what. */
function fieldsOf(call: Context): Record<string, unknown> {
  const { method, pattern } = call
  const fields: Record<string, unknown> = {}
  for (const key of ["request_id", "user_id", "trace_id"]) {
    const value: unknown = (call as { get(key: ContextKey): unknown }).get(key as ContextKey)
    if (value !== undefined) fields[key] = value
  }
  if (pattern !== undefined) fields["route"] = titleOf(method === "" ? undefined : method, pattern)
  return fields
}
