import { setTimeout as sleep } from "node:timers/promises"
import { Database } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { jobMigrations } from "../../src/index.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"

// TRIVET_LONG=1 runs for ten minutes: long enough for PostgreSQL to vacuum, and for sizes to be compared.
const long = process.env["TRIVET_LONG"] === "1"
const seconds = long ? 600 : 20
/** Milliseconds between two rounds of work. In 20 s the time counts, not how much is done. */
const pause = long ? 0 : 300
/** Jobs that have ended are kept for 5 seconds. */
const keepDays = 5 / 86_400
const queue = "soak"

class Db extends Database<Record<string, never>> {}

let postgres: PrivatePostgres
let db: Db
let store: PostgresJobStore
const errors: unknown[] = []

beforeAll(async () => {
  // Its own, because others may have turned autovacuum off. It looks once a minute by default, too seldom for a test.
  postgres = await PrivatePostgres.start()
  await postgres.query("alter system set autovacuum_naptime = '5s'")
  await postgres.query("select pg_reload_conf()")
  const options = { url: postgres.url, migrations: [jobMigrations], migrateAtStart: true }
  db = new Db({ ...options, statementTimeout: 10_000, acquireTimeout: 10_000 })
  await db.onStart()
  store = new PostgresJobStore(db, { takeOverAfter: 10_000, keepDays, keepDeadDays: keepDays })
  const settings = { retries: 1, retryDelay: 1_000, retryMost: 1_000, timeout: 60_000, unique: false }
  await store.open({
    queues: [{ name: queue, ...settings }],
    onAdded: () => undefined,
    onError: (error) => errors.push(error),
  })
  await store.keep()
})
afterAll(async () => {
  await store?.close()
  await db?.onStop()
  await postgres?.stop("fast")
})

/** Adds, takes and completes some jobs; one of twenty fails once. */
async function work(): Promise<number> {
  await Promise.all(
    Array.from({ length: 20 }, (_, data) =>
      store.add({ queue, data, delay: 0, key: undefined, id: undefined }),
    ),
  )
  const taken = await store.take(queue, 30)
  await Promise.all(
    taken.map((job) =>
      job.data === 0 && job.attempt === 1 ? store.fail(job, "no paper") : store.complete(job),
    ),
  )
  return taken.length
}

interface Sample {
  readonly rows: number
  /** Rows that should have been deleted ten seconds ago. */
  readonly overdue: number
  readonly dead: number
  readonly vacuums: number
  readonly bytes: number
}

async function sample(): Promise<Sample> {
  const { rows } = await sql<Sample>`select
    (select count(*)::int from pgboss.job) as rows,
    (select count(*)::int from pgboss.job where completed_on < now() - interval '15 s') as overdue,
    (select n_dead_tup::int from pg_stat_user_tables where relname = 'job_common') as dead,
    (select autovacuum_count::int from pg_stat_user_tables where relname = 'job_common') as vacuums,
    pg_total_relation_size('pgboss.job_common')::int as bytes`.execute(db)
  return rows[0]!
}

function most(samples: readonly Sample[], key: keyof Sample): number {
  return Math.max(...samples.map((one) => one[key]))
}

describe(`the table of jobs in ${seconds} seconds`, () => {
  it("loses what has ended, and stays as large as it is", { timeout: 2_000_000 }, async () => {
    const samples: Sample[] = []
    const until = performance.now() + seconds * 1_000
    let done = 0
    for (let next = performance.now() + 1_000; performance.now() < until;) {
      done += await work()
      await sleep(pause)
      if (performance.now() < next) continue
      next += 1_000
      samples.push(await sample())
    }
    const half = Math.floor(samples.length / 2)
    const [first, second] = [samples.slice(0, half), samples.slice(half)]
    noteFigure(
      `${seconds} s`,
      "the table of jobs",
      `${done} attempts; ${most(samples, "vacuums")} vacuums; at most ${most(samples, "rows")} rows; ${most(first, "dead")} dead tuples and ${most(first, "bytes")} bytes in the first half, ${most(second, "dead")} and ${most(second, "bytes")} in the second`,
    )
    expect(errors).toEqual([])
    expect(most(samples, "overdue")).toBe(0)
    expect(most(samples, "rows")).toBeLessThan(done)
    if (!long) return
    expect(most(second, "vacuums")).toBeGreaterThan(most(first, "vacuums"))
    expect(most(second, "bytes")).toBeLessThanOrEqual(1.5 * most(first, "bytes"))
    expect(most(second, "dead")).toBeLessThanOrEqual(1.5 * most(first, "dead"))
  })
})
