import type { Socket } from "node:net"
import type { Clients } from "./client-of.ts"

/**
 * Limits the connections of each client. Clients are counted only while the server is more than half full; a client
 * with a quarter of all connections then gets no more.
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

  /** Whether to accept a new connection. `open` are the others. */
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

  /** Called when a connection is closed. `left` is the number of open connections. */
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
