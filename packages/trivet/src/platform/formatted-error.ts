import type { ErrorDetails, ErrorFormat } from "../app/dispatch/platform.ts"
import type { Rejection } from "../app/dispatch/platform.ts"
import type { Call } from "../context/call.ts"
import { Reply } from "../context/reply/reply.ts"
import { titleOf } from "../module/routes/flat-route.ts"
import { findStatusText } from "./find-status-text.ts"

/**
 * An error reply in the application's format. If that fails, the failure is logged and the client gets 500 in the
 * default format.
 */
export function formattedError(format: ErrorFormat, error: ErrorDetails, call: Call): Reply {
  try {
    const value = format.body(error)
    return Reply.body(error.status, typeOf(format), textOfBody(value), value)
  } catch (failure) {
    const route = titleOf(call.method, call.pattern ?? "(no route)")
    call.log.error(
      { err: failure, route, status: error.status },
      "`errors.body` failed, sent the default body",
    )
    const value = { error: "Internal Server Error" }
    return Reply.body(500, "application/json; charset=utf-8", JSON.stringify(value), value)
  }
}

/** An error of which only the status is known, in the application's format. */
export function formattedRejection(format: ErrorFormat, status: number): Rejection {
  const message = findStatusText(status) ?? "Error"
  return {
    type: typeOf(format),
    body: textOfBody(format.body({ status, message, code: undefined, issues: [] })),
  }
}

function typeOf({ type }: ErrorFormat): string {
  return `${type}; charset=utf-8`
}

function textOfBody(value: object): string {
  if (typeof value !== "object" || value === null) throw new TypeError("`errors.body` returned no object")
  return JSON.stringify(value)
}
