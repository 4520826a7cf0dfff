import type { ServerResponse } from "node:http"
import { type Connection, connectionOf } from "../connection/connections.ts"

/**
 * Records that a connection carries a request. Returns true if the request may be answered at once. Otherwise `answer`
 * is called when the previous reply is finished, or never: if pipelined requests were handled concurrently, a later one
 * could be executed although an earlier reply closes the connection, and the client would not know.
 */
export function takeTurn(response: ServerResponse, answer: (response: ServerResponse) => void): boolean {
  const connection = connectionOf(response.req.socket)
  if (connection === undefined) return true
  const before = connection.response
  const { upgrade } = connection
  if (connection.last || (upgrade !== undefined && upgrade !== response.req)) return false
  if (upgrade !== undefined) response.shouldKeepAlive = false
  connection.response = response
  // Node assigns the socket to a response when the previous one has released it, so the previous one needs no check
  // then.
  if (response.socket !== null || before === undefined || before.writableEnded) return true
  wait(connection, response, before, answer)
  return false
}

function wait(
  connection: Connection,
  response: ServerResponse,
  before: ServerResponse,
  answer: (response: ServerResponse) => void,
): void {
  const { socket } = response.req
  // Stops reading meanwhile. Otherwise one client could queue any number of requests.
  if (++connection.waiting === 1) setImmediate(() => connection.waiting > 0 && socket.pause())
  response.once("close", () => {
    if (--connection.waiting === 0) socket.resume()
  })
  before.once("close", () => {
    if (!connection.last && !response.destroyed) answer(response)
  })
}
