import type { FaultIssue } from "../fault/portable-fault.ts"
import { findStatusText } from "./find-status-text.ts"

/** Problem details as RFC 9457 defines them. */
export interface Problem {
  /** Always `about:blank`: the status alone says what kind of problem it is. */
  readonly type: string
  /** The name of the status. */
  readonly title: string
  /** The HTTP status. */
  readonly status: number
  /** The public message. */
  readonly detail: string
  /** The invalid fields, if validation failed. */
  readonly errors?: readonly FaultIssue[]
}

/** An error as problem details, without its invalid fields. A status without a name has the message as its title. */
export function problemDetails(status: number, message: string): Problem {
  return { type: "about:blank", title: findStatusText(status) ?? message, status, detail: message }
}
