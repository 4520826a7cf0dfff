import { bodyHeaders } from "./body-headers.ts"
import { findStatusText } from "./find-status-text.ts"
import type { Call } from "../context/call.ts"
import { ReplyHeaders } from "../context/reply-headers.ts"
import { Reply } from "../context/reply.ts"
import type { FaultIssue } from "../fault/portable-fault.ts"
import { titleOf } from "../module/flat-route.ts"

/** What may be told to a client about something thrown. */
interface PublicError {
  readonly status: number
  readonly publicMessage: string
  readonly issues?: readonly FaultIssue[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly log?: false | undefined
}

const internal: PublicError = { status: 500, publicMessage: "Internal Server Error" }

/**
 * The reply for whatever was thrown. Only a public message leaves; anything else is logged with its cause and
 * answered with 500.
 */
export function jsonFailure(thrown: unknown, call: Call): Reply {
  for (const name of call.headers === undefined ? [] : bodyHeaders) call.headers!.delete(name)
  try {
    return errorReply(thrown, call)
  } catch (failure) {
    // A thrown error may carry headers that HTTP does not allow.
    return errorReply(failure, call)
  }
}

function errorReply(thrown: unknown, call: Call): Reply {
  const told = isPublic(thrown) ? thrown : internal
  if (told.status >= 500 && told.log !== false)
    call.log.error({ err: thrown, route: titleOf(call.method, call.pattern ?? "(no route)") }, "call failed")
  const problem = call.header("accept").includes("application/problem+json")
  const body = problem ? problemOf(told) : { error: told.publicMessage }
  const type = problem ? "application/problem+json; charset=utf-8" : "application/json; charset=utf-8"
  const reply = Reply.body(told.status, type, JSON.stringify(body), body)
  reply.headers = new ReplyHeaders()
  for (const [name, value] of Object.entries(told.headers ?? {})) reply.headers.set(name, value)
  // A cache must not give one client's form of the error to another.
  reply.headers.append("vary", "Accept")
  return reply
}

function isPublic(thrown: unknown): thrown is PublicError {
  if (!(thrown instanceof Error)) return false
  const { status, publicMessage } = thrown as Partial<PublicError>
  return typeof publicMessage === "string" && typeof status === "number" && status >= 400 && status <= 599
}

function problemOf({ status, publicMessage, issues }: PublicError): object {
  const title = findStatusText(status) ?? publicMessage
  return {
    type: "about:blank",
    title,
    status,
    detail: publicMessage,
    error: publicMessage,
    ...(issues && { errors: issues }),
  }
}
