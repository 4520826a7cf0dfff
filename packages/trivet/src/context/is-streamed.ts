import type { ReplyBody } from "./reply.ts"

/** A body that comes in pieces. */
export type StreamedBody = Exclude<Extract<ReplyBody, object>, Uint8Array>

/** Whether a body comes in pieces. */
export function isStreamed(body: ReplyBody | undefined): body is StreamedBody {
  return typeof body === "object" && body !== null && !(body instanceof Uint8Array)
}
