import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ConnectionShares } from "./connection-shares.ts"
import type { RejectionBodies } from "./rejection-bodies.ts"
import { writeRejection } from "./write-rejection.ts"
import { type Reading, SlowReaders } from "./slow-readers.ts"
import { judgeUpload, type Upload } from "./slow-uploads.ts"

const key: unique symbol = Symbol("connection")

/** What is known of one open connection. */
export interface Connection {
  /** All connections of its server. */
  readonly all: Connections
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
  /** Where a reply that waits for its reader stood when it was looked at. */
  reading: Reading | undefined
  /** A call that asked for another protocol. No call behind it is answered: Node has lost those of the same packet. */
  upgrade: IncomingMessage | undefined
  /** It has become a socket, which no call uses any more. */
  isSocket: boolean
}

type Known = Socket & { [key]?: Connection }

/** How long a new connection may take to send its first call. */
export const patience = 2_000
/** For how many milliseconds no idle one is looked for after none was found. */
const idleLookout = 100
/** So many are closed in one look: each ends a handler, and other calls wait meanwhile. */
const mostClosed = 50

/** How many connections may be open, how they are shared out, and what is sent on one that is closed for an error. */
export interface ConnectionLimits {
  readonly bodies: RejectionBodies
  readonly most: number
  readonly shares: ConnectionShares
}

/**
 * The open connections of a server. Node's own `closeIdleConnections()` also closes those that have just been accepted,
 * and the calls on their way in them would be lost.
 */
export class Connections {
  /** How many there have been. */
  accepted = 0
  readonly #open = new Set<Known>()
  readonly #limits: ConnectionLimits
  /** When one was looked for that could make room, and none was idle. */
  #noneIdleAt = -Infinity

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#open.size
  }

  /** Takes a new connection, or closes it where there is no place for it. */
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
      // Whole milliseconds, which take less memory.
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

  /** Forgets a connection that is closed. */
  remove(socket: Known): void {
    this.#open.delete(socket)
    this.#limits.shares.closed(socket, this.#open.size)
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

  /** The replies that are not started yet, one of each connection. */
  *inFlight(): Generator<ServerResponse> {
    for (const socket of this.#open) {
      const { response } = socket[key]!
      if (response !== undefined && !response.headersSent && !response.closed) yield response
    }
  }

  /** Closes those whose client sends a body, or takes a reply, too slowly for anybody to wait for. */
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
      // At once: the system would go on holding what it has of the reply.
      if (reading === "slow") socket.resetAndDestroy()
      // A reply that is being written cannot be followed by another.
      else if (response!.headersSent) socket.destroy()
      else writeRejection(socket, 408, this.#limits.bodies, response)
    }
    for (const socket of readers.surplus()) {
      if (closed++ >= mostClosed) break
      socket.resetAndDestroy()
    }
  }

  /** Closes those whose calls are over, and those that were opened ahead of time and never used. */
  closeIdle(): void {
    const now = performance.now()
    for (const socket of this.#open) {
      if (isIdle(socket[key]!, now)) socket.destroy()
    }
  }

  /** Whether there is a place for one more; the first that is idle makes room for it. */
  #hasPlace(): boolean {
    if (this.#open.size < this.#limits.most) return true
    const now = performance.now()
    // Not for every connection of a flood: each look goes through all of them.
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

// The same for all connections, because a process has many.
function onClose(this: Known): void {
  this[key]!.all.remove(this)
}
function onEnd(this: Known): void {
  // To whoever sent several calls and then closed its side, the replies are still due.
  if (this[key]!.waiting === 0) this.end()
}

/** Its call is over, or it was opened ahead of time and never used. */
function isIdle({ since, response, isSocket }: Connection, now: number): boolean {
  if (isSocket) return false
  return response === undefined ? now - since > patience : response.closed
}

/** What is known of a connection. Bun and Deno hide some behind other sockets. */
export function connectionOf(socket: Socket): Connection | undefined {
  return (socket as Known)[key]
}

/** A connection becomes a socket: whoever opens it also listens for the client closing its side. */
export function becomeSocket(socket: Socket): void {
  socket.off("end", onEnd)
}

/** Decides that a reply is the last on its connection: no call behind it is answered. */
export function endAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
  const connection = connectionOf(response.req.socket)
  if (connection !== undefined) connection.last = true
}

/** Notes a call that asks for another protocol: it is answered as an ordinary one, and is the last on its connection. */
export function noteUpgrade(request: IncomingMessage): void {
  const connection = connectionOf(request.socket)
  if (connection !== undefined) connection.upgrade ??= request
}
