import { findStatusText } from "trivet/inspect"

/** What a status is called. */
export function statusText(status: number): string {
  return findStatusText(status) ?? `Status ${status}`
}
