import type { CompiledQuery, Kysely, QueryExecutorProvider } from "kysely"

/** A query that `prepare()` accepts: a Kysely query, or an `sql` template. */
export interface Preparable<Row> {
  /** Compiles the query. Kysely implements it. */
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>
}

/** A query that was compiled once, made by `prepare()`. PostgreSQL keeps it parsed. */
export interface PreparedQuery<Args extends readonly unknown[], Row> {
  /** Runs the query and returns all rows. */
  all(...args: Args): Promise<Row[]>
  /** Runs the query and returns the first row; `undefined` if there is none. */
  first(...args: Args): Promise<Row | undefined>
  /** Runs the query and returns the number of changed rows. */
  run(...args: Args): Promise<number>
  /** Returns the same query, to run inside a transaction: `query.on(trx).first(id)`. */
  on(transaction: TransactionLike): PreparedQuery<Args, Row>
}

/** A transaction, whatever its tables. */
export type TransactionLike = Pick<Kysely<never>, "executeQuery">
