import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Progress of a request body at the last check. */
export interface Upload {
  readonly response: ServerResponse
  readonly at: number
  readonly bytes: number
}

/** A body that is being read must deliver `fewestBytes` bytes within this many milliseconds. */
const uploadPatience = 8_500
const fewestBytes = 600

/**
 * Checks a request body. Returns `"slow"` if its connection must be closed because it blocks a handler, its progress
 * otherwise. It applies only while the handler waits for more: a body that is not being read is never slow.
 */
export function judgeUpload(
  socket: Socket,
  response: ServerResponse | undefined,
  before: Upload | undefined,
  now: number,
): Upload | "slow" | undefined {
  if (response === undefined || response.closed || !isAwaited(response.req)) return undefined
  if (before?.response !== response || socket.bytesRead - before.bytes >= fewestBytes)
    return { response, at: now, bytes: socket.bytesRead }
  return now - before.at > uploadPatience ? "slow" : before
}

function isAwaited(request: IncomingMessage): boolean {
  if (request.complete || request.readableLength > 0) return false
  return request.listenerCount("data") > 0 || request.listenerCount("readable") > 0
}
