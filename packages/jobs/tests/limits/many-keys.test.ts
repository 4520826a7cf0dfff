import { Database } from "@trivet/postgres"
import { sql } from "kysely"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { jobMigrations } from "../../src/index.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"

class Db extends Database<Record<string, never>> {}

const limit = { maxRunning: 2, maxStarts: undefined, per: 60_000 }
const queue = { name: "many", retries: 0, retryDelay: 1, retryMost: 1, timeout: 60_000, unique: false, limit }

let postgres: PrivatePostgres
let db: Db
let store: PostgresJobStore

beforeAll(async () => {
  postgres = await PrivatePostgres.start()
  // One connection, whose reads are counted.
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

/** Adds waiting jobs of a key, two of which run. */
const fill = (jobs: number, key: string) =>
  postgres.query(`insert into pgboss.job (name, group_id, data, state, started_on, created_on)
    select 'many', '#' || ${key}, '{}', (case when n <= 2 then 'active' else 'created' end)::pgboss.job_state, now(),
    now() - interval '1 hour' from generate_series(1, ${jobs}) as n`)

/** How many rows of jobs were read so far. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: number }>`select (idx_tup_fetch + seq_tup_read)::int as read
    from pg_stat_user_tables where relname = 'job_common'`.execute(db)
  return rows[0]!.read
}

/** Takes jobs of new keys, and returns the median of milliseconds and the rows that were read for each. */
async function takeSome(): Promise<{ readonly took: number; readonly read: number }> {
  const took: number[] = []
  // The first time, a store looks for jobs from before the limit.
  await store.take("many", 4)
  const before = await rowsRead()
  for (let at = 0; at < 11; at++) {
    await store.add({
      queue: "many",
      data: at,
      delay: 0,
      key: undefined,
      id: undefined,
      limitKey: `new ${at}`,
    })
    const from = performance.now()
    const taken = await store.take("many", 4)
    took.push(performance.now() - from)
    expect(taken.map(({ data }) => data)).toEqual([at])
  }
  const read = Math.round(((await rowsRead()) - before) / 11)
  return { took: took.toSorted((one, other) => one - other)[5]!, read }
}

describe("a job of a key with room", () => {
  it(
    "is found beside 100,000 that wait of a key that is full, without statistics",
    { timeout: 60_000 },
    async () => {
      await fill(100_000, "'crowd'")
      const { took, read } = await takeSome()
      noteFigure(
        "100,000 waiting jobs of a full key",
        "a job of another key",
        `taken in ${took.toFixed(1)} ms, ${read} rows read`,
      )
      expect(read).toBeLessThan(100)
    },
  )

  it("is found beside 1,000 keys that are full", { timeout: 60_000 }, async () => {
    await fill(4_000, "(n % 1000)")
    await postgres.query(`update pgboss.job set state = 'active' where name = 'many' and id in (
      select id from (select id, row_number() over (partition by group_id order by id) as at from pgboss.job
      where name = 'many') as one where at <= 2)`)
    const { took, read } = await takeSome()
    noteFigure("1,000 full keys", "a job of another key", `taken in ${took.toFixed(1)} ms, ${read} rows read`)
    // One that waits and two that run, of each key; not the 97,000 others.
    expect(read).toBeLessThan(10_000)
  })
})
