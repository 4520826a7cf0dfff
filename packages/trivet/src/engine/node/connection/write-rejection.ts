import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { RejectionBodies } from "./rejection-bodies.ts"
import { mostDiscarded, patienceForReply } from "./discard-body.ts"

/**
 * Rejects what is not a valid request, and closes the connection: nothing of it reaches the application. `response` is
 * that of the request to be rejected, which may have to wait for its turn; without one, what was received could not be read as a request.
 */
export function writeRejection(
  socket: Socket,
  status: number,
  bodies: RejectionBodies,
  response?: ServerResponse,
): void {
  const { type, body: text } = bodies(status)
  // Nobody knows whether something unread would have been a HEAD.
  const body = response === undefined || response.req.method === "HEAD" ? "" : text
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(body === "" ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    "Connection: close",
  ]
  const reply = `${head.join("\r\n")}\r\n\r\n${body}`
  // One that was too slow already is not waited for as long again.
  const patience = status === 408 ? 100 : patienceForReply
  if (response?.socket === null) response.once("socket", () => say(socket, reply, patience))
  else say(socket, reply, patience)
}

function say(socket: Socket, reply: string, patience: number): void {
  // Past a response that may be open: what is written to that one from now on goes nowhere.
  socket.end(reply)
  // Not now: this may be called by the parser that is to be taken away.
  setImmediate(linger, socket, patience)
}

/**
 * Throws away what still comes, within a bound, until the other side closes too. Closing with bytes unread would make
 * the system reset the connection, and the reply would be lost with it.
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
