import type { Reply } from "../../../context/reply/reply.ts"
import { findStatusText } from "../../find-status-text.ts"
import { type FailureDetail, failureDetail } from "./failure-detail.ts"

/** The data of an error page. */
export interface Failure {
  /** The HTTP status. */
  readonly status: number
  /** The name of the status, such as `Not Found`. */
  readonly title: string
  /** The public message. */
  readonly message: string
}

/** A failure with the thrown error, for developers; `undefined` in production, and for a status below 500. */
export interface DetailedFailure extends Failure {
  readonly detail: FailureDetail | undefined
}

/**
 * The data of an error page for a thrown value. `told` is the reply that JSON clients get; `route` is shown to
 * developers.
 */
export function failureOf(told: Reply, thrown: unknown, production: boolean, route: string): DetailedFailure {
  const { error } = told.value as { readonly error: string }
  const shown = !production && told.status >= 500
  return {
    status: told.status,
    title: findStatusText(told.status) ?? "Error",
    message: error,
    detail: shown ? failureDetail(thrown, route) : undefined,
  }
}

/** The data of an error page for an error that a handler or a middleware returned. */
export function failureOfReply({ status, value }: Reply): Failure {
  const title = findStatusText(status) ?? "Error"
  const { error } = value as { readonly error?: unknown }
  return { status, title, message: typeof error === "string" ? error : title }
}
