import pg from "pg"
import { type Answer, NamedQuery, type RowTail, TailQuery } from "./row-tail.ts"

/**
 * A connection with a deadline for the server's answer. One timer per query would cost more than everything else around
 * it, so the pool checks the deadlines of all connections periodically.
 */
export class WatchedClient extends pg.Client {
  /** Since when it is idle, by `performance.now()`. */
  idleSince = 0
  /** Until when it may be used, by `performance.now()`. */
  expiresAt: number = Infinity
  /** Whether it may be used again. */
  usable: boolean = true
  #deadline = Infinity
  #late = false

  /**
   * Sends a statement. If there is no answer within the limit, the connection is closed and the result is an error. `tail`
   * gets the end of the result.
   */
  ask(
    text: string,
    values: unknown[],
    name: string | undefined,
    limit: number,
    answer: Answer,
    tail?: RowTail,
  ): void {
    this.#deadline = performance.now() + limit
    const hear: Answer = (error, result) => {
      this.#deadline = Infinity
      if (this.#late) answer(new Error(`no answer within ${limit} ms`, { cause: error }), result)
      else answer(error, result)
    }
    this.query(
      tail === undefined ? new NamedQuery(text, values, name, hear) : new TailQuery(text, values, tail, hear),
    )
  }

  /** Closes the connection if its deadline has passed. */
  cutWhenLate(now: number): void {
    if (now <= this.#deadline || this.#late) return
    this.#late = true
    this.close()
  }

  /** Ends the connection: gracefully if it is idle, otherwise by closing the socket. */
  close(): void {
    this.end().catch(() => undefined)
  }
}

/** Opens a connection. */
export async function connected(config: pg.ClientConfig): Promise<WatchedClient> {
  const client = new WatchedClient(config)
  // A connection can fail at any time. An unhandled `error` event would crash the process.
  client.on("error", () => undefined)
  await client.connect()
  return client
}
