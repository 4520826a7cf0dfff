import type { Reply } from "../../context/reply.ts"
import { findStatusText } from "../find-status-text.ts"
import { type FailureDetail, failureDetail } from "./failure-detail.ts"

/** What a page for an error may show. */
export interface Failure {
  readonly status: number
  readonly title: string
  /** What may be told to anybody. */
  readonly message: string
  /** For developers: what happened, where, why and what to do. Never there in production. */
  readonly detail: FailureDetail | undefined
}

/** What is told of something thrown, from the reply that JSON clients get. `route` is what developers are told. */
export function failureOf(told: Reply, thrown: unknown, production: boolean, route: string): Failure {
  const { error } = told.value as { readonly error: string }
  const shown = !production && told.status >= 500
  return {
    status: told.status,
    title: findStatusText(told.status) ?? "Error",
    message: error,
    detail: shown ? failureDetail(thrown, route) : undefined,
  }
}

/** What is told of an error that a handler or a middleware returned. */
export function failureOfReply({ status, value }: Reply): Failure {
  const title = findStatusText(status) ?? "Error"
  const { error } = value as { readonly error?: unknown }
  return { status, title, message: typeof error === "string" ? error : title, detail: undefined }
}
