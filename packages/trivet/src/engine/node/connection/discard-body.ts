import type { IncomingMessage, ServerResponse } from "node:http"

/** How many bytes are still read that nobody wants. */
export const mostDiscarded: number = 64 * 1024
/** How many milliseconds a client has to take its reply before the connection is closed. */
export const patienceForReply = 1_000

/**
 * Throws away what a client still sends of a body that nobody wants, so that it can read its reply: closing at once
 * would make the system reset the connection, and the reply would be lost with it. `done` is told whether the body
 * came to its end. If it does not within a bound, nothing more is read, and `done` waits long enough for the reply to
 * arrive.
 */
export function discardBody(request: IncomingMessage, done: (complete: boolean) => void): void {
  let length = 0
  const timer = setTimeout(() => done(false), patienceForReply)
  request.once("end", () => {
    clearTimeout(timer)
    done(true)
  })
  request.once("close", () => clearTimeout(timer))
  // One that was stopped is over its limit already: not a byte more is taken.
  if (request.isPaused()) return
  request.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length > mostDiscarded) stopReading(request)
  })
}

/** Does so once a reply is complete whose call has stopped reading its body in the middle. */
export function discardAfter(response: ServerResponse): void {
  const { req: request } = response
  if (request.complete) return
  const discard = () => discardBody(request, (complete) => complete || request.socket.destroySoon())
  if (response.writableFinished) discard()
  else response.once("finish", discard)
}

/** Takes nothing more from the connection, which must be closed after this. */
export function stopReading(request: IncomingMessage): void {
  // A paused stream would still fill its buffer, and start the socket again for it.
  // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
  request._read = () => undefined
  request.pause()
  // A socket that is just being started again for this body starts in the next tick, and a pause before that is lost.
  process.nextTick(() => request.socket.pause())
}
