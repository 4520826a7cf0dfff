import { STATUS_CODES } from "node:http"
import type { Rejection } from "../../../app/platform.ts"

/** The body of an error that is sent without the application, by its status. */
export type RejectionBodies = (status: number) => Rejection

/** What this engine rejects requests with. */
const statuses = [400, 408, 413, 417, 431, 500, 501, 503, 505]

/** Makes the bodies once, because they are sent when there is no time to make them. */
export function rejectionBodies(find: (status: number) => Rejection | undefined): RejectionBodies {
  const own = new Map(statuses.map((status) => [status, find(status)]))
  return (status) => own.get(status) ?? defaultBody(status)
}

function defaultBody(status: number): Rejection {
  return { type: "application/json; charset=utf-8", body: `{"error":"${STATUS_CODES[status]}"}` }
}
