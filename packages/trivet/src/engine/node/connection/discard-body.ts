import type { IncomingMessage, ServerResponse } from "node:http"

/** Maximum number of bytes that are read and discarded. */
export const mostDiscarded: number = 64 * 1024
/** How long a client may take to read its reply before the connection is closed, in milliseconds. */
export const patienceForReply = 1_000

/**
 * Discards the rest of an unwanted body, so that the client can read its reply: closing at once would make the
 * operating system reset the connection and lose the reply. Calls `done(true)` when the body is complete. Above the
 * maximum, reading stops, and `done(false)` is called after `patienceForReply`, so that the reply can arrive.
 */
export function discardBody(request: IncomingMessage, done: (complete: boolean) => void): void {
  let length = 0
  const timer = setTimeout(() => done(false), patienceForReply)
  request.once("end", () => {
    clearTimeout(timer)
    done(true)
  })
  request.once("close", () => clearTimeout(timer))
  // A paused request has already exceeded its limit: read nothing more.
  if (request.isPaused()) return
  request.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length > mostDiscarded) stopReading(request)
  })
}

/** Discards the rest of a body after its reply is complete. Used if the handler stopped reading the body early. */
export function discardAfter(response: ServerResponse): void {
  const { req: request } = response
  if (request.complete) return
  const discard = () => discardBody(request, (complete) => complete || request.socket.destroySoon())
  if (response.writableFinished) discard()
  else response.once("finish", discard)
}

/** Stops reading from the connection, which must be closed after this. */
export function stopReading(request: IncomingMessage): void {
  // A paused stream would still fill its buffer, and resume the socket for it.
  // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
  request._read = () => undefined
  request.pause()
  // If the socket is about to resume for this body, it does so in the next tick and would undo an earlier pause.
  process.nextTick(() => request.socket.pause())
}
