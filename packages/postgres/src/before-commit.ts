import type { Transaction } from "kysely"
import type { Context } from "trivet"
import type { DatabaseHandle } from "./database-handle.ts"

/** Queries that belong to the transaction of a call and run last in it. */
type LastQueries = (trx: Transaction<unknown>) => Promise<void>

const added = new WeakMap<Context, Map<DatabaseHandle<unknown>, LastQueries>>()

/**
 * For packages of the framework; it may change in any version.
 *
 * Runs `queries` in the transaction that `transaction()` provides for a call, just before it commits. If they throw, the
 * transaction is rolled back. They do not run if the transaction is rolled back anyway, or if the call has none on this
 * database.
 */
export function beforeCommit(ctx: Context, database: DatabaseHandle<unknown>, queries: LastQueries): void {
  const known = added.get(ctx) ?? new Map<DatabaseHandle<unknown>, LastQueries>()
  added.set(ctx, known.set(database, queries))
}

/** Runs what was added for a call and a database. */
export async function runBeforeCommit(
  ctx: Context,
  database: DatabaseHandle<unknown>,
  trx: Transaction<unknown>,
): Promise<void> {
  await added.get(ctx)?.get(database)?.(trx)
}
