import type { Transaction } from "kysely"
import type { Context } from "trivet"

/** Queries that run last in the transaction of a call. */
export type LastQueries = (trx: Transaction<unknown>) => Promise<void>

const added = new WeakMap<Context, Map<object, LastQueries>>()

/** Stores queries for a call and a database. */
export function addBeforeCommit(ctx: Context, database: object, queries: LastQueries): void {
  const known = added.get(ctx) ?? new Map<object, LastQueries>()
  added.set(ctx, known.set(database, queries))
}

/** Runs the stored queries, once: if a call has two middlewares, the inner one is a savepoint in the transaction of the outer. */
export async function runBeforeCommit(
  ctx: Context,
  database: object,
  trx: Transaction<unknown>,
): Promise<void> {
  const known = added.get(ctx)
  await known?.get(database)?.(trx)
  known?.delete(database)
}
