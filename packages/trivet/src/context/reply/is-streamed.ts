import type { ReplyBody } from "./reply.ts"

/** A body that is sent in pieces: a stream or an async iterable. */
export type StreamedBody = Exclude<Extract<ReplyBody, object>, Uint8Array>

/** Whether a body is sent in pieces. */
export function isStreamed(body: ReplyBody | undefined): body is StreamedBody {
  return typeof body === "object" && body !== null && !(body instanceof Uint8Array)
}
