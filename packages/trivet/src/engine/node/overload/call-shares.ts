import type { ServerResponse } from "node:http"
import type { Clients } from "../connection/client-of.ts"
import type { Connections } from "../connection/connections.ts"

/**
 * How old a count may be, in milliseconds, to admit a request and to reject one. Requests that are admitted in between
 * are added to the count; those that finish are not subtracted.
 */
const freshToAdmit = 50
const freshToReject = 5

/**
 * Counts the requests in flight of each client. Nothing is recorded per request while there is capacity: when a count
 * is needed, the open connections are iterated, each with the request that it carries.
 */
export class CallShares {
  readonly #connections: Connections
  readonly #clients: Clients
  #counts = new Map<string, number>()
  #countedAt = -Infinity

  constructor(connections: Connections, clients: Clients) {
    this.#connections = connections
    this.#clients = clients
  }

  /**
   * Counts one more request of a client. If the client has `most` in flight already, it counts nothing and returns the
   * client.
   */
  findOverLimit(response: ServerResponse, most: number, now: number): string | undefined {
    const client = this.#clients.ofRequest(response.req)
    if (client === undefined) return undefined
    if (now - this.#countedAt > freshToAdmit) this.#count(response, now)
    if (this.#of(client) >= most && now - this.#countedAt > freshToReject) this.#count(response, now)
    if (this.#of(client) >= most) return client
    this.#counts.set(client, this.#of(client) + 1)
    return undefined
  }

  #of(client: string): number {
    return this.#counts.get(client) ?? 0
  }

  #count(except: ServerResponse, now: number): void {
    this.#countedAt = now
    this.#counts = new Map()
    for (const response of this.#connections.inFlight()) {
      const client = response === except ? undefined : this.#clients.ofRequest(response.req)
      if (client !== undefined) this.#counts.set(client, this.#of(client) + 1)
    }
  }
}
