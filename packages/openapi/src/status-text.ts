import { findStatusText } from "trivet/extend"

/** What a status is called. */
export function statusText(status: number): string {
  return findStatusText(status) ?? `Status ${status}`
}
