import { bodyHeaders } from "./body-headers.ts"
import { logInvalid } from "./log-invalid.ts"
import { findStatusText } from "./find-status-text.ts"
import { formattedError } from "./formatted-error.ts"
import type { ErrorFormat } from "../app/error-format.ts"
import type { Call } from "../context/call.ts"
import { ReplyHeaders } from "../context/reply-headers.ts"
import { Reply } from "../context/reply.ts"
import { isFault } from "../fault/fault.ts"
import type { FaultIssue } from "../fault/portable-fault.ts"
import { PublicError as RaisedError } from "../fault/public-error.ts"
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
 * The reply for whatever was thrown, in the application's form of errors if it has one. Only a public message leaves;
 * anything else is logged with its cause and answered with 500.
 */
export function jsonFailure(thrown: unknown, call: Call, format?: ErrorFormat): Reply {
  dropBodyHeaders(call)
  try {
    return errorReply(thrown, call, format)
  } catch (failure) {
    // A thrown error may carry headers that HTTP does not allow.
    return errorReply(failure, call, format)
  }
}

/** Removes what a handler said of a body that is not sent. */
export function dropBodyHeaders({ headers }: Call): void {
  if (headers !== undefined) for (const name of bodyHeaders) headers.delete(name)
}

function errorReply(thrown: unknown, call: Call, format: ErrorFormat | undefined): Reply {
  const told = isPublic(thrown) ? thrown : internal
  if (told.status >= 500 && told.log !== false)
    call.log.error({ err: thrown, route: titleOf(call.method, call.pattern ?? "(no route)") }, "call failed")
  else if (told.status === 400 && !call.settings.production) logInvalid(thrown, call)
  const reply = format === undefined ? negotiated(told, call) : formatted(told, call, format)
  if (reply.status !== told.status) return reply
  const headers = new ReplyHeaders()
  for (const [name, value] of Object.entries(told.headers ?? {})) headers.set(name, value)
  // A cache must not give one client's form of the error to another.
  if (format === undefined) headers.append("vary", "Accept")
  reply.headers = headers
  return reply
}

function negotiated(told: PublicError, call: Call): Reply {
  const problem = call.header("accept").includes("application/problem+json")
  const body = problem ? problemOf(told) : { error: told.publicMessage }
  const type = problem ? "application/problem+json; charset=utf-8" : "application/json; charset=utf-8"
  return Reply.body(told.status, type, JSON.stringify(body), body)
}

function formatted(told: PublicError, call: Call, format: ErrorFormat): Reply {
  const { status, publicMessage, issues = [] } = told
  return formattedError(format, { status, message: publicMessage, code: codeOf(told), issues }, call)
}

/** Only of errors whose code was meant for clients: a driver's error may have been given a public message as well. */
function codeOf(told: object): string | undefined {
  return isFault(told) || told instanceof RaisedError ? told.code : undefined
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
