import type { ServerResponse } from "node:http"
import { type Connection, connectionOf } from "../connection/connections.ts"

/**
 * Notes that a connection carries a call now; gives true where it may be answered at once. Otherwise `answer` is called
 * when the call before it is over, or never: answered at the same time it might be carried out although the earlier
 * one ends the connection, and its client would not know.
 */
export function takeTurn(response: ServerResponse, answer: (response: ServerResponse) => void): boolean {
  const connection = connectionOf(response.req.socket)
  if (connection === undefined) return true
  const before = connection.response
  const { upgrade } = connection
  if (connection.last || (upgrade !== undefined && upgrade !== response.req)) return false
  if (upgrade !== undefined) response.shouldKeepAlive = false
  connection.response = response
  // Node gives a response its socket when the one before has left it: then that one need not be looked at.
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
  // Nothing more is read meanwhile, or one client could have any number of calls wait.
  if (++connection.waiting === 1) setImmediate(() => connection.waiting > 0 && socket.pause())
  response.once("close", () => {
    if (--connection.waiting === 0) socket.resume()
  })
  before.once("close", () => {
    if (!connection.last && !response.destroyed) answer(response)
  })
}
