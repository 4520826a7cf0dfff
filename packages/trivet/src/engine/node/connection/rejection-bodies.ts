import { STATUS_CODES } from "node:http"
import type { Rejection } from "../../../app/dispatch/platform.ts"

/** The body of an error that is sent without the application, by its status. */
export type RejectionBodies = (status: number) => Rejection

/** Creates each body once, because many are sent under overload. */
export function rejectionBodies(find: (status: number) => Rejection | undefined): RejectionBodies {
  const made: Record<number, Rejection> = {}
  return (status) => (made[status] ??= find(status) ?? defaultBody(status))
}

function defaultBody(status: number): Rejection {
  return { type: "application/json; charset=utf-8", body: `{"error":"${STATUS_CODES[status]}"}` }
}
