import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ConnectionShares } from "./connection-shares.ts"
import type { RejectionBodies } from "./rejection-bodies.ts"
import { writeRejection } from "./write-rejection.ts"
import { type Reading, SlowReaders } from "./slow-readers.ts"
import { judgeUpload, type Upload } from "./slow-uploads.ts"

const key: unique symbol = Symbol("connection")

/** The state of one open connection. */
export interface Connection {
  /** All connections of its server. */
  readonly all: Connections
  readonly since: number
  /** The reply to the latest request. */
  response: ServerResponse | undefined
  /** Its last reply is decided: no further request on it is answered. */
  last: boolean
  /** Malformed data was received. Requests before it are still answered. */
  broken: boolean
  /** Number of pipelined requests that wait for an earlier reply. */
  waiting: number
  /** Progress of the request body at the last check. */
  upload: Upload | undefined
  /** Progress of a reply that the client has not fully read, at the last check. */
  reading: Reading | undefined
  /** A request with `Upgrade`. No request behind it is answered, because Node drops those of the same packet. */
  upgrade: IncomingMessage | undefined
  /** The connection is a WebSocket now. */
  isSocket: boolean
}

type Known = Socket & { [key]?: Connection }

/** How long a new connection may take to send its first request, in milliseconds. */
export const patience = 2_000
/** Milliseconds to wait after a search has found no idle connection. */
const idleLookout = 100
/** Maximum number of connections that one check closes: each aborts a handler, and other requests wait meanwhile. */
const mostClosed = 50

/**
 * The limit of open connections, their shares per client, and the bodies that are sent when one is closed with an
 * error.
 */
export interface ConnectionLimits {
  readonly bodies: RejectionBodies
  readonly most: number
  readonly shares: ConnectionShares
}

/**
 * The open connections of a server. Node's own `closeIdleConnections()` also closes connections that were just
 * accepted, and would lose requests that are on their way.
 */
export class Connections {
  /** Number of connections since the start. */
  accepted = 0
  readonly #open = new Set<Known>()
  readonly #limits: ConnectionLimits
  /** When a search last found no idle connection. */
  #noneIdleAt = -Infinity

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#open.size
  }

  /** Adds a new connection, or closes it if a limit is reached. */
  add(socket: Known): void {
    this.accepted++
    const { shares } = this.#limits
    if (!shares.admits(socket, this.#open) || !this.#hasPlace()) {
      shares.closed(socket, this.#open.size)
      socket.destroy()
      return
    }
    socket[key] = {
      all: this,
      // Integers need less memory than fractions.
      since: Math.round(performance.now()),
      response: undefined,
      last: false,
      broken: false,
      waiting: 0,
      upload: undefined,
      reading: undefined,
      upgrade: undefined,
      isSocket: false,
    }
    this.#open.add(socket)
    socket.on("close", onClose)
    socket.on("end", onEnd)
  }

  /** Removes a closed connection. */
  remove(socket: Known): void {
    this.#open.delete(socket)
    this.#limits.shares.closed(socket, this.#open.size)
  }

  /** Number of connections that are WebSockets now. */
  get sockets(): number {
    let count = 0
    for (const socket of this.#open) if (socket[key]!.isSocket) count++
    return count
  }

  /** Number of connections that are still receiving a request body. */
  get uploads(): number {
    let count = 0
    for (const socket of this.#open) {
      const { response } = socket[key]!
      if (response !== undefined && !response.req.complete && !response.closed) count++
    }
    return count
  }

  /** The replies whose head is not sent yet, one per connection. */
  *inFlight(): Generator<ServerResponse> {
    for (const socket of this.#open) {
      const { response } = socket[key]!
      if (response !== undefined && !response.headersSent && !response.closed) yield response
    }
  }

  /** Closes connections whose client sends a body or reads a reply too slowly. */
  closeSlow(): void {
    const now = performance.now()
    const readers = new SlowReaders(now)
    let closed = 0
    for (const socket of this.#open) {
      if (closed >= mostClosed) return
      const connection = socket[key]!
      const { response, last } = connection
      const reading = readers.judge(socket, connection.reading)
      const upload = last ? undefined : judgeUpload(socket, response, connection.upload, now)
      if (reading !== "slow") connection.reading = reading
      if (upload !== "slow") connection.upload = upload
      if (reading !== "slow" && upload !== "slow") continue
      closed++
      connection.last = true
      // A reset, because the operating system would otherwise keep the unread part of the reply in memory.
      if (reading === "slow") socket.resetAndDestroy()
      // After the head of a reply, no other reply can follow.
      else if (response!.headersSent) socket.destroy()
      else writeRejection(socket, 408, this.#limits.bodies, response)
    }
    for (const socket of readers.surplus()) {
      if (closed++ >= mostClosed) break
      socket.resetAndDestroy()
    }
  }

  /** Closes connections whose requests are answered, and those that were opened in advance and never used. */
  closeIdle(): void {
    const now = performance.now()
    for (const socket of this.#open) {
      if (isIdle(socket[key]!, now)) socket.destroy()
    }
  }

  /** Whether one more connection is allowed. At the limit, it closes an idle one to make room. */
  #hasPlace(): boolean {
    if (this.#open.size < this.#limits.most) return true
    const now = performance.now()
    // Rate-limited, because each search may visit all connections, and a flood would cause one search each.
    if (now - this.#noneIdleAt < idleLookout) return false
    for (const socket of this.#open) {
      if (!isIdle(socket[key]!, now)) continue
      this.#open.delete(socket)
      socket.destroy()
      return true
    }
    this.#noneIdleAt = now
    return false
  }
}

// Shared functions instead of closures, because a process has many connections.
function onClose(this: Known): void {
  this[key]!.all.remove(this)
}
function onEnd(this: Known): void {
  // A client that pipelined requests and then half-closed the connection still gets its replies.
  if (this[key]!.waiting === 0) this.end()
}

/** Whether its last request is answered, or it was opened in advance and never used. */
function isIdle({ since, response, isSocket }: Connection, now: number): boolean {
  if (isSocket) return false
  return response === undefined ? now - since > patience : response.closed
}

/** The state of a connection; `undefined` on Bun and Deno if they pass another socket object. */
export function connectionOf(socket: Socket): Connection | undefined {
  return (socket as Known)[key]
}

/** Prepares a connection for use as a WebSocket, which handles the half-close itself. */
export function becomeSocket(socket: Socket): void {
  socket.off("end", onEnd)
}

/** Makes a reply the last on its connection: no further request is answered. */
export function endAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
  const connection = connectionOf(response.req.socket)
  if (connection !== undefined) connection.last = true
}

/**
 * Records a request with `Upgrade` that opens no socket: it is answered as an ordinary one, and is the last on its
 * connection.
 */
export function noteUpgrade(request: IncomingMessage): void {
  const connection = connectionOf(request.socket)
  if (connection !== undefined) connection.upgrade ??= request
}
