import { setTimeout as sleep } from "node:timers/promises"
import { type QueryExecutorProvider, sql } from "kysely"
import { databaseErrorOf } from "./database-error.ts"

// Chosen once, at random. Whoever changes it lets two versions migrate at the same time.
const lock = sql.lit(2_947_118_305_661)

/**
 * Runs work while no other session migrates. Rejects if another one does for longer than `wait` milliseconds. It asks again
 * and again: a statement that waits for the lock would be one that `create index concurrently` waits for in turn.
 */
export async function withMigrationLock<Result>(
  db: QueryExecutorProvider,
  work: () => Promise<Result>,
  wait = 25_000,
): Promise<Result> {
  const ask = sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`
  const until = performance.now() + wait
  while (!(await ask.execute(db)).rows[0]!.taken) {
    if (performance.now() > until) throw databaseErrorOf(new Error("another session is migrating it"))
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    // Also needed where the connection is kept. Where it is lost, the lock ends with it.
    await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => undefined)
  }
}
