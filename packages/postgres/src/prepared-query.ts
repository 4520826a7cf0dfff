import type { CompiledQuery, Kysely, QueryExecutorProvider } from "kysely"

/** What can be prepared: a query of Kysely's, or an `sql` text. */
export interface Preparable<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>
}

/**
 * A query that was compiled once and that PostgreSQL keeps parsed. Calling it costs little more than the driver alone.
 */
export interface PreparedQuery<Args extends readonly unknown[], Row> {
  /** The rows. */
  all(...args: Args): Promise<Row[]>
  /** The first row. */
  first(...args: Args): Promise<Row | undefined>
  /** Runs it for its effect, and gives the number of rows that it changed. */
  run(...args: Args): Promise<number>
  /** The same query inside a transaction. */
  on(transaction: TransactionLike): PreparedQuery<Args, Row>
}

/** A transaction of any schema. */
export type TransactionLike = Pick<Kysely<never>, "executeQuery">
