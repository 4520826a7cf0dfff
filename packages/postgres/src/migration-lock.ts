import { setTimeout as sleep } from "node:timers/promises"
import { type QueryExecutorProvider, sql } from "kysely"

// Chosen once, at random. Whoever changes it lets two versions migrate at the same time.
const lock = sql.lit(2_947_118_305_661)

/**
 * Runs work while no other session migrates. Calls `onWait` once if another one does. It asks again and again: a statement that waits
 * for the lock would be one that `create index concurrently` waits for in turn.
 */
export async function withMigrationLock<Result>(
  db: QueryExecutorProvider,
  work: () => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  const ask = sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`
  for (let asked = 0; !(await ask.execute(db)).rows[0]!.taken; asked++) {
    if (asked === 0) onWait()
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    // Also needed where the connection is kept. Where it is lost, the lock ends with it.
    await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => undefined)
  }
}
