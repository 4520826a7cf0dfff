import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type Connection, connectionOf } from "./connections.ts"
import type { RejectionBodies } from "./rejection-bodies.ts"
import { writeRejection } from "./write-rejection.ts"

/**
 * Replaces Node's own answers to malformed HTTP, timeouts, and `Expect` headers other than `100-continue`. These
 * requests do not reach the application.
 */
export function answerClients(server: Server, bodies: RejectionBodies): void {
  server.on("clientError", (error, socket) => rejectClient(error, socket as Socket, bodies))
  server.on("checkExpectation", (_request, response) => rejectRequest(response, 417, bodies))
}

/** Rejects a request whose head is invalid, and everything that follows on its connection. */
export function rejectRequest(response: ServerResponse, status: number, bodies: RejectionBodies): void {
  const { socket } = response.req
  const connection = connectionOf(socket)
  if (connection?.last === true) return
  if (connection !== undefined) connection.last = true
  writeRejection(socket, status, bodies, response)
}

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function rejectClient(error: NodeJS.ErrnoException, socket: Socket, bodies: RejectionBodies): void {
  const connection = connectionOf(socket)
  // The parser reports an error again for everything that follows the first one.
  if (connection?.last === true || connection?.broken === true) return
  if (connection === undefined || !socket.writable) return void socket.destroy()
  connection.broken = true
  const { response } = connection
  const status = statuses[error.code ?? ""] ?? 400
  if (response === undefined || response.writableEnded) rejectRest(connection, socket, status, bodies)
  else if (response.req.complete) {
    // The malformed data followed a complete request: its reply must still be delivered.
    setImmediate(() => socket.pause())
    if (error.code !== "HPE_CLOSED_CONNECTION")
      response.once("close", () => rejectRest(connection, socket, status, bodies))
  } else if (response.headersSent) socket.destroy()
  else rejectRequest(response, status, bodies)
}

function rejectRest(connection: Connection, socket: Socket, status: number, bodies: RejectionBodies): void {
  if (connection.last || !socket.writable) return
  connection.last = true
  writeRejection(socket, status, bodies)
}
