import type pg from "pg"
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely"
import { breaksConnection, DatabaseError, databaseErrorOf, isReadOnly } from "./database-error.ts"
import { fault } from "./faults.ts"
import type { QueryWatch } from "./query-watch.ts"
import type { WatchedClient } from "./watched-client.ts"

/** A compiled query, and what Kysely has no word for. */
export interface Statement extends CompiledQuery {
  /** Under which name PostgreSQL keeps it parsed, on each connection. */
  readonly name?: string | undefined
  /** From here on until the connection is released, each answer may take this long, in milliseconds. */
  readonly patience?: number
  /** Whether it ends a transaction. */
  readonly ends?: boolean
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])

/** One connection in somebody's hands. */
export class Session implements DatabaseConnection {
  /** Whether the application asked for a read-only transaction. */
  readOnly: boolean = false
  readonly #client: WatchedClient
  readonly #limit: number
  readonly #release: (broken: boolean) => void
  readonly #watch: QueryWatch | undefined
  readonly #onReadOnly: (() => void) | undefined
  #broken = false
  #isEnding = false
  #patience: number

  /** `limit` is how long an answer may take, in milliseconds. `onReadOnly` is called if the server rejects a write. */
  constructor(
    client: WatchedClient,
    limit: number,
    release: (broken: boolean) => void,
    watch?: QueryWatch,
    onReadOnly?: () => void,
  ) {
    this.#client = client
    this.#limit = limit
    this.#patience = limit
    this.#release = release
    this.#watch = watch
    this.#onReadOnly = onReadOnly
  }

  async executeQuery<Row>(query: Statement): Promise<QueryResult<Row>> {
    // One that was begun with others and waited for its turn: PostgreSQL would run it after the transaction, by itself.
    if (this.#isEnding) throw fault("TRANSACTION_OVER", { transaction: "`transact()`" })
    if (query.ends === true) this.#isEnding = true
    try {
      const { command, rowCount, rows } = await this.#ask(query)
      // Kysely's transactions read the command from the rows: a COMMIT of a failed transaction is a ROLLBACK.
      if (command === "COMMIT" || command === "ROLLBACK") return { rows: [{ command }] as Row[] }
      return changing.has(command)
        ? { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as Row[] }
        : { rows: (rows ?? []) as Row[] }
    } catch (error) {
      if (breaksConnection(error)) this.#broken = true
      if (isReadOnly(error)) {
        if (this.readOnly) throw new DatabaseError((error as Error).message, error)
        this.#onReadOnly?.()
      }
      throw databaseErrorOf(error)
    } finally {
      if (query.ends === true) this.#isEnding = false
    }
  }

  streamQuery<Row>(): AsyncGenerator<QueryResult<Row>> {
    throw fault("ROWS_NOT_STREAMED", {})
  }

  /** Whether it can still be asked. */
  get alive(): boolean {
    return !this.#broken
  }

  /** Gives it back, or closes it if it cannot be used again. */
  release(): void {
    this.#patience = this.#limit
    // Whatever was begun on it and not ended would become part of the next caller's work.
    const open = this.#client.getTransactionStatus() ?? "I"
    this.#release(this.#broken || open !== "I")
  }

  #ask({ sql, parameters, name, patience }: Statement): Promise<pg.QueryResult> {
    if (patience !== undefined) this.#patience = patience
    if (this.#watch?.active === true)
      return this.#watch.run(sql, parameters, (sent) => this.#send(sent, parameters, name))
    return this.#send(sql, parameters, name)
  }

  #send(sql: string, parameters: readonly unknown[], name: string | undefined): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#client.ask(sql, parameters as unknown[], name, this.#patience, (error, result) => {
        if (error) reject(error)
        else resolve(result)
      })
    })
  }
}
