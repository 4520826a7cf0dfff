import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { refuse } from "./refuse.ts"

const key: unique symbol = Symbol("connection")

/** What is known of one open connection. */
export interface Connection {
  readonly since: number
  /** The reply to the latest call. */
  response: ServerResponse | undefined
  /** Its last reply is decided: no further call on it is answered. */
  last: boolean
  /** Something came on it that is no HTTP. What came before is still answered. */
  broken: boolean
  /** Calls that came before an earlier one was answered, and are not answered yet. */
  waiting: number
  /** Where a body that comes in stood when it was looked at. */
  upload: Upload | undefined
}

interface Upload {
  readonly response: ServerResponse
  readonly at: number
  readonly bytes: number
}

type Known = Socket & { [key]?: Connection }

/** How long a new connection may take to send its first call. */
export const patience = 2_000
/** In so many milliseconds a body that somebody reads must bring so many bytes. */
const uploadPatience = 8_500
const fewestBytes = 600
/** So many are closed in one look: each ends a handler, and other calls wait meanwhile. */
const mostClosed = 50

/**
 * The open connections of a server. Node's own `closeIdleConnections()` also closes those that have just been accepted,
 * and the calls on their way in them would be lost.
 */
export class Connections {
  /** How many there have been. */
  accepted = 0
  readonly #open = new Set<Known>()

  get size(): number {
    return this.#open.size
  }

  add(socket: Known): void {
    this.accepted++
    const connection = {
      since: performance.now(),
      response: undefined,
      last: false,
      broken: false,
      waiting: 0,
      upload: undefined,
    }
    socket[key] = connection
    this.#open.add(socket)
    socket.once("close", () => this.#open.delete(socket))
    // To whoever sent several calls and then closed its side, the replies are still due.
    socket.on("end", () => {
      if (connection.waiting === 0) socket.end()
    })
  }

  /** How many carry a call whose body still comes in. */
  get uploads(): number {
    let count = 0
    for (const socket of this.#open) {
      const { response } = socket[key]!
      if (response !== undefined && !response.req.complete && !response.closed) count++
    }
    return count
  }

  /**
   * Closes those whose client sends a body too slowly for anybody to wait for: each would hold a handler. Only where
   * the handler has taken all that came; a body that is not read, or that nobody has asked for yet, is not late.
   */
  closeSlow(): void {
    const now = performance.now()
    let closed = 0
    for (const socket of this.#open) {
      const connection = socket[key]!
      const { response, upload, last } = connection
      if (last || response === undefined || response.closed || !isAwaited(response.req))
        connection.upload = undefined
      else if (upload?.response !== response || socket.bytesRead - upload.bytes >= fewestBytes)
        connection.upload = { response, at: now, bytes: socket.bytesRead }
      else if (now - upload.at > uploadPatience && closed < mostClosed) {
        closed++
        connection.last = true
        if (response.headersSent) socket.destroy()
        else refuse(socket, 408, response)
      }
    }
  }

  /** Closes those whose calls are over, and those that were opened ahead of time and never used. */
  closeIdle(): void {
    const now = performance.now()
    for (const socket of this.#open) {
      const { since, response } = socket[key]!
      if (response === undefined ? now - since > patience : response.closed) socket.destroy()
    }
  }
}

function isAwaited(request: IncomingMessage): boolean {
  if (request.complete || request.readableLength > 0) return false
  return request.listenerCount("data") > 0 || request.listenerCount("readable") > 0
}

/** What is known of a connection. Bun and Deno hide some behind other sockets. */
export function connectionOf(socket: Socket): Connection | undefined {
  return (socket as Known)[key]
}

/** Decides that a reply is the last on its connection: no call behind it is answered. */
export function endAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
  const connection = connectionOf(response.req.socket)
  if (connection !== undefined) connection.last = true
}
