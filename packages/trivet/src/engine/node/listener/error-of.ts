import { PublicError } from "../../../fault/public-error.ts"
import { findStatusText } from "../../../platform/find-status-text.ts"

interface ConnectError {
  readonly status?: unknown
  readonly statusCode?: unknown
  /** Whether the message is for clients. */
  readonly expose?: unknown
  readonly headers?: unknown
}

/**
 * The error for what a listener threw or passed to `next()`. Middlewares of Express give their errors a status, such as
 * 413 for a large body: the client gets that status, in the application's format.
 */
export function errorOf(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(`a listener threw ${String(thrown)}`, { cause: thrown })
  const { status, statusCode = status, expose, headers } = thrown as ConnectError
  if ("publicMessage" in thrown || typeof statusCode !== "number" || statusCode < 400 || statusCode > 599)
    return thrown
  const message = expose === true ? thrown.message : (findStatusText(statusCode) ?? "Error")
  return new PublicError(statusCode, message, {
    cause: thrown,
    ...(typeof headers === "object" && headers !== null && { headers: headers as Record<string, string> }),
  })
}
