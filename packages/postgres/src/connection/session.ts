import type pg from "pg"
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely"
import { breaksConnection, DatabaseError, databaseErrorOf, isReadOnly } from "./database-error.ts"
import { CallSite } from "../call-site.ts"
import { fault } from "../faults.ts"
import type { QueryWatch } from "./query-watch.ts"
import type { Answer, RowTail } from "./row-tail.ts"
import type { WatchedClient } from "./watched-client.ts"

/** A compiled query with additional fields that Kysely does not have. */
export interface Statement extends CompiledQuery {
  /** The name of the prepared statement on each connection. */
  readonly name?: string | undefined
  /** A time limit for this and all later answers until the connection is released, in milliseconds. */
  readonly patience?: number
  /** Gets the end of the result. */
  readonly tail?: RowTail
  /** Whether it is COMMIT or ROLLBACK. */
  readonly ends?: boolean
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])

/** A checked-out connection, or the transaction that its queries are part of. */
export type SessionLike = Pick<
  Session,
  "executeQuery" | "streamQuery" | "alive" | "readOnly" | "release" | "transaction"
>

/** A checked-out connection. */
export class Session implements DatabaseConnection {
  /** Whether the application requested a read-only transaction. */
  readOnly: boolean = false
  /** The name of the transaction that it stands for. */
  readonly transaction: string | undefined = undefined
  /** Milliseconds that an answer may take. */
  readonly limit: number
  readonly #client: WatchedClient
  readonly #release: (broken: boolean) => void
  readonly #watch: QueryWatch | undefined
  readonly #onReadOnly: (() => void) | undefined
  #broken = false
  #isEnding = false
  #patience: number

  /** `onReadOnly` is called if the server rejects a write. */
  constructor(
    client: WatchedClient,
    limit: number,
    release: (broken: boolean) => void,
    watch?: QueryWatch,
    onReadOnly?: () => void,
  ) {
    this.#client = client
    this.limit = limit
    this.#patience = limit
    this.#release = release
    this.#watch = watch
    this.#onReadOnly = onReadOnly
  }

  async executeQuery<Row>(query: Statement): Promise<QueryResult<Row>> {
    // A concurrent query that waited for its turn. PostgreSQL would run it after the transaction, on its own.
    if (this.#isEnding)
      throw fault("TRANSACTION_OVER", { where: String(new CallSite()), transaction: "`db.transaction()`" })
    if (query.ends === true) this.#isEnding = true
    try {
      const { command, rowCount, rows } = await this.#ask(query)
      // Kysely reads the command from the rows: COMMIT of a failed transaction is answered with ROLLBACK.
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

  /** Whether the connection is still usable. */
  get alive(): boolean {
    return !this.#broken
  }

  /** Calls a function if the connection is lost. Returns a function that undoes it. */
  onLost(listener: () => void): () => void {
    this.#client.once("end", listener)
    return () => void this.#client.off("end", listener)
  }

  /** Returns the connection to the pool, or closes it if it cannot be reused. */
  release(): void {
    this.#patience = this.limit
    // An open transaction would become part of the next caller's work.
    const open = this.#client.getTransactionStatus() ?? "I"
    this.#release(this.#broken || open !== "I")
  }

  #ask(statement: Statement): Promise<pg.QueryResult> {
    const { sql, parameters, patience } = statement
    if (patience !== undefined) this.#patience = patience
    if (this.#watch?.active === true) {
      const cut = () => this.#client.close()
      return this.#watch.run(sql, parameters, (sent) => this.#send(sent, statement), cut)
    }
    return this.#send(sql, statement)
  }

  #send(sql: string, { parameters, name, tail }: Statement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => {
        if (error) reject(error)
        else resolve(result)
      }
      this.#client.ask(sql, parameters as unknown[], name, this.#patience, answer, tail)
    })
  }
}
