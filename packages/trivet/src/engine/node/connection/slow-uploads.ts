import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Where a body that comes in stood when it was looked at. */
export interface Upload {
  readonly response: ServerResponse
  readonly at: number
  readonly bytes: number
}

/** In so many milliseconds a body that somebody reads must bring so many bytes. */
const uploadPatience = 8_500
const fewestBytes = 600

/**
 * Judges a body that comes in: `"slow"` where it must be closed, because it holds a handler, else where it stands now. Only
 * where the handler has taken all that came; a body that is not read, or that nobody has asked for yet, is not late.
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
