import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type Connection, connectionOf } from "./connections.ts"
import { refuse } from "./refuse.ts"

/**
 * Answers what Node's server would answer in its own way: what is no HTTP, what takes too long, and what expects
 * anything but `100-continue`. Nothing of it reaches the application.
 */
export function answerClients(server: Server): void {
  server.on("clientError", (error, socket) => refuseClient(error, socket as Socket))
  server.on("checkExpectation", (_request, response) => refuseCall(response, 417))
}

/** Refuses a call whose head is not proper, and whatever follows it on its connection. */
export function refuseCall(response: ServerResponse, status: number): void {
  const { socket } = response.req
  const connection = connectionOf(socket)
  if (connection?.last === true) return
  if (connection !== undefined) connection.last = true
  refuse(socket, status, response)
}

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  const connection = connectionOf(socket)
  // The parser says so again with everything that comes after the first mistake.
  if (connection?.last === true || connection?.broken === true) return
  if (connection === undefined || !socket.writable) return void socket.destroy()
  connection.broken = true
  const { response } = connection
  const status = statuses[error.code ?? ""] ?? 400
  if (response === undefined || response.writableEnded) refuseRest(connection, socket, status)
  else if (response.req.complete) {
    // What is no HTTP came after a call: its reply is not put at risk.
    setImmediate(() => socket.pause())
    if (error.code !== "HPE_CLOSED_CONNECTION")
      response.once("close", () => refuseRest(connection, socket, status))
  } else if (response.headersSent) socket.destroy()
  else refuseCall(response, status)
}

function refuseRest(connection: Connection, socket: Socket, status: number): void {
  if (connection.last || !socket.writable) return
  connection.last = true
  refuse(socket, status)
}
