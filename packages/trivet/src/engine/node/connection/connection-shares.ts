import type { Socket } from "node:net"
import type { Clients } from "./client-of.ts"

/**
 * How many connections each client holds. Counted only while the server is more than half full; then a client that holds
 * a quarter of all places gets no further one.
 */
export class ConnectionShares {
  readonly #most: number
  readonly #clients: Clients
  readonly #known = new WeakMap<Socket, string>()
  #counts: Map<string, number> | undefined

  constructor(most: number, clients: Clients) {
    this.#most = most
    this.#clients = clients
  }

  /** Whether a new connection may stay. `open` are the others. */
  admits(socket: Socket, open: ReadonlySet<Socket>): boolean {
    if (open.size < this.#most / 2) return true
    if (this.#counts === undefined) {
      this.#counts = new Map()
      for (const other of open) this.#count(other)
    }
    const client = this.#clients.ofSocket(socket)
    if (client !== undefined && (this.#counts.get(client) ?? 0) >= Math.max(1, this.#most / 4)) return false
    this.#count(socket)
    return true
  }

  /** A connection is closed, and so many are left. */
  closed(socket: Socket, left: number): void {
    if (this.#counts === undefined) return
    if (left < this.#most / 4) {
      this.#counts = undefined
      return
    }
    const client = this.#known.get(socket)
    const count = client === undefined ? 0 : (this.#counts.get(client) ?? 0)
    if (count > 1) this.#counts.set(client!, count - 1)
    else if (count === 1) this.#counts.delete(client!)
  }

  #count(socket: Socket): void {
    const client = this.#clients.ofSocket(socket)
    if (client === undefined) return
    this.#known.set(socket, client)
    this.#counts!.set(client, (this.#counts!.get(client) ?? 0) + 1)
  }
}
