import type pg from "pg"
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely"
import { breaksConnection, databaseErrorOf } from "./database-error.ts"

/** A compiled query, and what Kysely has no word for. */
export interface Statement extends CompiledQuery {
  /** Under which name PostgreSQL keeps it parsed, on each connection. */
  readonly name?: string
  /** From here on until the connection is released, each statement may take this long, in milliseconds. */
  readonly patience?: number
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])

/** One connection in somebody's hands. */
export class Session implements DatabaseConnection {
  readonly #client: pg.ClientBase
  readonly #release: (broken: boolean) => void
  #broken = false
  #patience: number | undefined

  constructor(client: pg.ClientBase, release: (broken: boolean) => void) {
    this.#client = client
    this.#release = release
  }

  async executeQuery<Row>(query: Statement): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#client.query(this.#configOf(query))
      // Kysely's transactions read the command from the rows: a COMMIT of a failed transaction is a ROLLBACK.
      if (command === "COMMIT" || command === "ROLLBACK") return { rows: [{ command }] as Row[] }
      return changing.has(command)
        ? { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as Row[] }
        : { rows: (rows ?? []) as Row[] }
    } catch (error) {
      if (breaksConnection(error)) this.#broken = true
      throw databaseErrorOf(error)
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncGenerator<QueryResult<Row>> {
    throw new Error("Rows are not streamed: read them in pages, by key")
  }

  /** Whether it can still be asked. */
  get alive(): boolean {
    return !this.#broken
  }

  /** Gives it back, or closes it if it cannot be used again. */
  release(): void {
    this.#patience = undefined
    // Whatever was begun on it and not ended would become part of the next caller's work.
    const open = this.#client.getTransactionStatus() ?? "I"
    this.#release(this.#broken || open !== "I")
  }

  #configOf({ sql, parameters, name, patience }: Statement): pg.QueryConfig & { query_timeout?: number } {
    if (patience !== undefined) this.#patience = patience
    return {
      text: sql,
      values: parameters as unknown[],
      ...(name !== undefined && { name }),
      ...(this.#patience !== undefined && { query_timeout: this.#patience }),
    }
  }
}
