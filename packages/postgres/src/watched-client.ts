import pg from "pg"

/** Takes what came of a statement. */
export type Answer = (error: Error | null | undefined, result: pg.QueryResult) => void

/**
 * A connection that knows until when its server may keep it waiting. A timer for every query would cost more than all
 * the rest around it: whoever owns the connections looks at all of them from time to time instead.
 */
export class WatchedClient extends pg.Client {
  /** Since when it has had nothing to do, by `performance.now()`. */
  idleSince = 0
  /** Until when it may be used, by `performance.now()`. */
  expiresAt: number = Infinity
  /** Whether it may be used again. */
  usable: boolean = true
  #deadline = Infinity
  #late = false

  /** Sends a statement. Where nothing comes back within the limit the connection is cut, and the answer is an error. */
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

  /** Cuts the connection if its server is late. */
  cutWhenLate(now: number): void {
    if (now <= this.#deadline || this.#late) return
    this.#late = true
    this.close()
  }

  /** Ends the connection: with a goodbye when it is idle, else by closing the socket. */
  close(): void {
    this.end().catch(() => undefined)
  }
}

/** A query with a name. Given as a record, the driver would copy it property by property, which costs microseconds. */
class NamedQuery extends pg.Query<Record<string, unknown>, unknown[]> {
  readonly name: string | undefined

  constructor(text: string, values: unknown[], name: string | undefined, answer: Answer) {
    super(text, values, answer)
    this.name = name
  }
}
