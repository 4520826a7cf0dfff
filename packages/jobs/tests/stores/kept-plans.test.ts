import { PrivatePostgres } from "@trivet/postgres/testing"
import { Database } from "@trivet/postgres"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, it } from "vitest"
import { jobMigrations } from "../../src/index.ts"
import type { TakenJob } from "../../src/store/job-store.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"

class Db extends Database<Record<string, never>> {}

const queue = { name: "plans", retries: 0, retryDelay: 1, retryMost: 1, timeout: 60_000, unique: false }

let postgres: PrivatePostgres
let db: Db
let store: PostgresJobStore

beforeAll(async () => {
  postgres = await PrivatePostgres.start()
  await postgres.query("alter system set autovacuum = off")
  await postgres.query("select pg_reload_conf()")
  // One connection, which keeps its plans, and whose reads are counted.
  db = new Db({ url: postgres.url, maxConnections: 1, migrations: [jobMigrations], migrateAtStart: true })
  await db.onStart()
  store = new PostgresJobStore(db, { takeOverAfter: 10_000, keepDays: 7, keepDeadDays: 30 })
  await store.open({ queues: [queue], onAdded: () => undefined, onError: console.error })
}, 60_000)
afterAll(async () => {
  await store?.close()
  await db?.onStop()
  await postgres?.remove()
})

const fill = (jobs: number) =>
  postgres.query(`insert into pgboss.job (name, data, state, created_on)
    select 'plans', to_jsonb(n), (case when n % 2 = 0 then 'completed' else 'created' end)::pgboss.job_state,
    now() - interval '1 hour' from generate_series(1, ${jobs}) as n`)

const takeFour = () => store.take("plans", 4)

async function completeAll(jobs: readonly TakenJob[]): Promise<void> {
  for (const job of jobs) expect(await store.complete(job)).toBe(true)
}

/** How many rows of jobs some work reads. */
async function rowsRead(work: () => Promise<void>): Promise<number> {
  const before = await count()
  await work()
  return (await count()) - before
}

async function count(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: number }>`select (idx_tup_fetch + seq_tup_read)::int as read
    from pg_stat_user_tables where relname = 'job_common'`.execute(db)
  return rows[0]!.read
}

// PostgreSQL keeps a plan after five calls. These statistics and sizes are what plans may have been made with.
it.each([
  { plans: "an empty table", prepare: () => postgres.query("truncate pgboss.job_common") },
  { plans: "a table analyzed when it was empty", prepare: () => postgres.query("analyze pgboss.job_common") },
  {
    plans: "a table analyzed with one job",
    prepare: async () => {
      await fill(1)
      await postgres.query("analyze pgboss.job_common")
    },
  },
])("a plan made for $plans reads few rows of 50,000 jobs", { timeout: 60_000 }, async ({ prepare }) => {
  await postgres.query("truncate pgboss.job_common")
  await prepare()
  for (let at = 0; at < 8; at++) {
    await store.add({ queue: "plans", data: at, delay: 0, key: undefined, id: undefined })
    await completeAll(await takeFour())
  }
  await fill(50_000)
  let done = 0
  const read = await rowsRead(async () => {
    for (let at = 0; at < 10; at++) {
      const jobs = await takeFour()
      done += jobs.length
      await completeAll(jobs)
    }
  })
  expect(done).toBe(40)
  // To find and to lock each, once to take it and once to complete it.
  expect(read / done).toBeLessThan(8)
})
