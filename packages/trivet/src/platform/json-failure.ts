import { bodyHeaders } from "./body-headers.ts"
import { logInvalid } from "./log-invalid.ts"
import { formattedError } from "./formatted-error.ts"
import { problemDetails } from "./problem-details.ts"
import type { ErrorFormat } from "../app/dispatch/platform.ts"
import type { Call } from "../context/call.ts"
import { logFailure } from "../context/log-failure.ts"
import { ReplyHeaders } from "../context/reply/reply-headers.ts"
import { Reply } from "../context/reply/reply.ts"
import { isFault } from "../fault/fault.ts"
import type { FaultIssue } from "../fault/portable-fault.ts"
import { PublicError } from "../fault/public-error.ts"
import { titleOf } from "../module/routes/flat-route.ts"

/** The parts of a thrown error that a client may see. `PublicError` and faults have them, and any other error may. */
interface ClientError {
  readonly status: number
  readonly publicMessage: string
  readonly issues?: readonly FaultIssue[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly log?: false | undefined
}

const internal: ClientError = { status: 500, publicMessage: "Internal Server Error" }

/**
 * The reply for a thrown value, in the application's error format if it has one. Only a public message is sent;
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

const missing: ClientError = { status: 404, publicMessage: "Not Found" }

/** The reply of `jsonFailure()` for the fault `NOT_FOUND`, without the fault: making it would be most of the cost of a 404. */
export function jsonMissing(call: Call): Reply {
  return negotiated(missing, call)
}

/** Removes headers that describe a body which is not sent. */
export function dropBodyHeaders({ headers }: Call): void {
  if (headers !== undefined) for (const name of bodyHeaders) headers.delete(name)
}

function errorReply(thrown: unknown, call: Call, format: ErrorFormat | undefined): Reply {
  const error = isPublic(thrown) ? thrown : internal
  if (error.status >= 500 && error.log !== false)
    logFailure(
      call.log,
      { err: thrown, route: titleOf(call.method, call.pattern ?? "(no route)") },
      "call failed",
      call.settings.log,
    )
  else if (error.status === 400 && !call.settings.production) logInvalid(thrown, call)
  if (format === undefined) return negotiated(error, call)
  const reply = formatted(error, call, format)
  // The application's format failed, and this is a plain 500: the headers of the error do not belong to it.
  if (reply.status === error.status) reply.headers = headersOf(error)
  return reply
}

function headersOf({ headers }: ClientError): ReplyHeaders {
  const list = new ReplyHeaders()
  if (headers !== undefined) for (const [name, value] of Object.entries(headers)) list.set(name, value)
  return list
}

/** The reply in the default format: problem details for a client that accepts them. */
function negotiated(error: ClientError, call: Call): Reply {
  const reply = call.header("accept").includes("application/problem+json") ? problemOf(error) : plainOf(error)
  // A cache must not serve one client's error format to another.
  reply.headers = headersOf(error).append("vary", "Accept")
  return reply
}

function plainOf({ status, publicMessage }: ClientError): Reply {
  const error = { error: publicMessage }
  return Reply.body(status, "application/json; charset=utf-8", JSON.stringify(error), error)
}

function problemOf({ status, publicMessage, issues }: ClientError): Reply {
  const error = { error: publicMessage }
  const problem = { ...problemDetails(status, publicMessage), ...error, ...(issues && { errors: issues }) }
  return Reply.body(status, "application/problem+json; charset=utf-8", JSON.stringify(problem), problem)
}

function formatted(error: ClientError, call: Call, format: ErrorFormat): Reply {
  const { status, publicMessage, issues = [] } = error
  return formattedError(format, { status, message: publicMessage, code: codeOf(error), issues }, call)
}

/** Only codes that are meant for clients: an error of a database driver may have been given a public message too. */
function codeOf(error: object): string | undefined {
  return isFault(error) || error instanceof PublicError ? error.code : undefined
}

function isPublic(thrown: unknown): thrown is ClientError {
  if (!(thrown instanceof Error)) return false
  const { status, publicMessage } = thrown as Partial<ClientError>
  return typeof publicMessage === "string" && typeof status === "number" && status >= 400 && status <= 599
}
