import { findStatusText } from "trivet/extend"

/** The name of a status. */
export function statusText(status: number): string {
  return findStatusText(status) ?? `Status ${status}`
}
