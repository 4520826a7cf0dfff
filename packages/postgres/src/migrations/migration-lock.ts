import { setTimeout as sleep } from "node:timers/promises"
import { type QueryExecutorProvider, sql } from "kysely"

// A random constant. If it changes, two versions of the framework could migrate at the same time.
const lock = sql.lit(2_947_118_305_661)

/**
 * Runs work while no other session migrates. Calls `onWait` once if another one does. It polls, because
 * `create index concurrently` would in turn wait for a statement that blocks on the lock.
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
    // Needed if the connection is kept open. If it is lost, the lock is released with it.
    await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => undefined)
  }
}
