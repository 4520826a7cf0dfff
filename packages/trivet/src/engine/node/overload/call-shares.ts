import type { ServerResponse } from "node:http"
import type { Clients } from "../connection/client-of.ts"
import type { Connections } from "../connection/connections.ts"

/**
 * For how many milliseconds a count is good enough to admit a call, and to reject one. Calls that are admitted meanwhile
 * are added to it, and those that are over are not taken off.
 */
const freshToAdmit = 50
const freshToReject = 5

/**
 * How many calls each client has in flight. Nothing is noted of a call while there is room for all: the open connections
 * are counted when somebody asks, each with the call that it carries.
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

  /** Counts one more call of a client; gives the client, and counts nothing, if it has `most` in flight already. */
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
