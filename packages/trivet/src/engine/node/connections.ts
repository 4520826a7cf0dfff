import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

const key: unique symbol = Symbol("connection")

interface Connection {
  readonly since: number
  /** The reply to the latest call. */
  response: ServerResponse | undefined
}

type Known = Socket & { [key]?: Connection }

/** How long a new connection may take to send its first call. */
export const patience = 2_000

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
    socket[key] = { since: performance.now(), response: undefined }
    this.#open.add(socket)
    socket.once("close", () => this.#open.delete(socket))
  }

  /** Notes what a connection carries now. */
  carry(response: ServerResponse): void {
    const connection = (response.req.socket as Known)[key]
    if (connection !== undefined) connection.response = response
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
