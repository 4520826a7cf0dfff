import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { RejectionBodies } from "./rejection-bodies.ts"
import { mostDiscarded, patienceForReply } from "./discard-body.ts"

/**
 * Rejects an invalid request and closes the connection, without involving the application. `response` belongs to the
 * rejected request, which may have to wait for earlier replies; it is missing if the data could not be parsed as a
 * request.
 */
export function writeRejection(
  socket: Socket,
  status: number,
  bodies: RejectionBodies,
  response?: ServerResponse,
): void {
  const { type, body: text } = bodies(status)
  // Data that could not be parsed might have been a HEAD request.
  const body = response === undefined || response.req.method === "HEAD" ? "" : text
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(body === "" ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    "Connection: close",
  ]
  const reply = `${head.join("\r\n")}\r\n\r\n${body}`
  // A client that was too slow gets only a short time.
  const patience = status === 408 ? 100 : patienceForReply
  if (response?.socket === null) response.once("socket", () => say(socket, reply, patience))
  else say(socket, reply, patience)
}

function say(socket: Socket, reply: string, patience: number): void {
  // Written directly to the socket: anything written to an open response from now on is dropped.
  socket.end(reply)
  // Deferred, because the parser that is removed here may be the caller.
  setImmediate(linger, socket, patience)
}

/**
 * Discards further data, up to a maximum, until the client closes its side. Closing with unread bytes would make the
 * operating system reset the connection and lose the reply.
 */
function linger(socket: Socket, patience: number): void {
  if (socket.destroyed) return
  let left = mostDiscarded
  const timer = setTimeout(() => socket.destroy(), patience)
  socket.once("close", () => clearTimeout(timer))
  socket.removeAllListeners("data")
  socket.on("data", (chunk) => {
    left -= chunk.length
    if (left < 0) socket.pause()
  })
  socket.resume()
}
