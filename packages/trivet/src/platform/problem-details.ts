import type { FaultIssue } from "../fault/portable-fault.ts"
import { findStatusText } from "./find-status-text.ts"

/** An error as RFC 9457 describes it. */
export interface Problem {
  /** `about:blank`: the problem has no meaning beyond that of its status. */
  readonly type: string
  /** The name of the status. */
  readonly title: string
  readonly status: number
  /** What is wrong, in words. */
  readonly detail: string
  /** The invalid fields, where validation failed. */
  readonly errors?: readonly FaultIssue[]
}

/** An error as problem details, without its invalid fields. A status without a name has the message as its title. */
export function problemDetails(status: number, message: string): Problem {
  return { type: "about:blank", title: findStatusText(status) ?? message, status, detail: message }
}
