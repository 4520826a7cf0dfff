import pg from "pg"

/** The callback for the result of a statement. */
export type Answer = (error: Error | null | undefined, result: pg.QueryResult) => void

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

  /** Sends a statement. If there is no answer within the limit, the connection is closed and the result is an error. */
  ask(text: string, values: unknown[], name: string | undefined, limit: number, answer: Answer): void {
    this.#deadline = performance.now() + limit
    this.query(
      new NamedQuery(text, values, name, (error, result) => {
        this.#deadline = Infinity
        if (this.#late) answer(new Error(`no answer within ${limit} ms`, { cause: error }), result)
        else answer(error, result)
      }),
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

/** A named query. For a plain object, the driver would copy each property, which costs microseconds. */
class NamedQuery extends pg.Query<Record<string, unknown>, unknown[]> {
  readonly name: string | undefined

  constructor(text: string, values: unknown[], name: string | undefined, answer: Answer) {
    super(text, values, answer)
    this.name = name
  }
}
