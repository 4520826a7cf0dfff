import { setTimeout as sleep } from "node:timers/promises"
import { Database, PostgresKeyValue } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { jobMigrations } from "@trivet/jobs"
import { RedisConnection, RedisKeyValue } from "@trivet/redis"
import { sql } from "kysely"
import { createJsonLog } from "trivet"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PostgresJobStore } from "../../packages/jobs/src/store/postgres-job-store.ts"
import { noteFigure } from "../../scripts/suite/note-figure.ts"

// TRIVET_LONG=1 writes what a year leaves at 2,000 jobs, 1,000 sign-ins, 1,000 refreshed tokens and 200 links a day; the short form
// a twentieth of it. Then what is over is deleted, while others read and write.
const daily = process.env["TRIVET_LONG"] === "1" ? 1 : 0.05
const days = 365
/** Milliseconds that a statement may wait for a sweep. */
const mostWait = 1_000

class Db extends Database<Record<string, never>> {}

let postgres: PrivatePostgres
let redis: PrivateRedis
let db: Db

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([PrivatePostgres.start(), PrivateRedis.start()])
  db = new Db({ url: postgres.url, migrations: [jobMigrations], migrateAtStart: true })
  await db.onStart()
}, 60_000)
afterAll(async () => {
  await db?.onStop()
  await Promise.all([postgres?.remove(), redis?.stop()])
})

/** Repeats statements while something else runs, and returns the longest time that one took, in milliseconds. */
async function waitsBeside(statement: () => Promise<unknown>, work: () => Promise<void>): Promise<number> {
  let longest = 0
  const over = new AbortController()
  const beside = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      await statement()
      longest = Math.max(longest, performance.now() - from)
      await sleep(2)
    }
  })()
  await work().finally(() => over.abort())
  await beside
  return longest
}

async function countOf(query: string): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(`select count(*)::int as count from ${query}`)
  return row!.count
}

async function megabytesOf(table: string): Promise<number> {
  const [row] = await postgres.query<{ mb: number }>(
    `select round(pg_total_relation_size('${table}') / 1e6)::int as mb`,
  )
  return row!.mb
}

function note(what: string, rows: number, seconds: number, longest: number, more = ""): void {
  noteFigure(
    `a year of ${what}`,
    `${rows} rows over`,
    `deleted in ${seconds.toFixed(1)} s; a statement beside it took ${Math.round(longest)} ms at most${more}`,
  )
}

describe("what a year leaves", () => {
  it("of jobs is deleted in batches, by one of the processes", { timeout: 3_600_000 }, async () => {
    const options = { takeOverAfter: 10_000, keepDays: 7, keepDeadDays: 30 }
    const queue = { name: "year/job", retries: 0, retryDelay: 1, retryMost: 1, timeout: 1, unique: false }
    const errors: unknown[] = []
    const stores = [new PostgresJobStore(db, options), new PostgresJobStore(db, options)]
    const opened = {
      queues: [queue],
      onAdded: () => undefined,
      onError: (error: unknown) => errors.push(error),
    }
    for (const store of stores) await store.open(opened)
    const rows = 2_000 * daily * days
    // One of a hundred is dead.
    await postgres.query(`insert into pgboss.job_common (name, state, created_on, completed_on, data, keep_until)
      select 'year/job', (case when n % 100 = 0 then 'failed' else 'completed' end)::pgboss.job_state, time, time,
      '{"order": 7, "note": "the payload of a job, as long as they usually are"}', now() + interval '1 year'
      from generate_series(1, ${rows}) as n, lateral (select now() - n * interval '${days} days' / ${rows} as time) as at`)
    await postgres.query("vacuum analyze pgboss.job_common")
    const over = `pgboss.job_common where name = 'year/job' and completed_on <
      now() - case when state = 'failed' then interval '30 days' else interval '7 days' end`
    const [before, megabytes] = [await countOf(over), await megabytesOf("pgboss.job_common")]
    // A process that finds another one deleting leaves it alone.
    await db.transact(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('trivet deletes old jobs', 0))`.execute(trx)
      await stores[0]!.keep()
      await sleep(500)
      expect(await countOf(over)).toBe(before)
      await stores[0]!.close()
    })
    await stores[0]!.open(opened)
    const from = performance.now()
    const longest = await waitsBeside(
      async () => {
        await stores[0]!.add({ queue: "year/job", data: null, delay: 0, key: undefined, id: undefined })
        for (const job of await stores[0]!.take("year/job", 1)) await stores[0]!.complete(job)
      },
      async () => {
        await Promise.all(stores.map((store) => store.keep()))
        // Not all are counted each time, which would slow down what is measured.
        const left = () => countOf(`(select from ${over} limit 1) as one`)
        await expect.poll(left, { timeout: 3_600_000, interval: 500 }).toBe(0)
      },
    )
    note("jobs", before, (performance.now() - from) / 1_000, longest, `; ${megabytes} MB before`)
    const left = await countOf("pgboss.job_common where completed_on < now() - interval '1 minute'")
    expect(left).toBeGreaterThan((rows / days) * 6.9)
    expect(left).toBeLessThan((rows / days) * 7.5 + rows / 100)
    expect(longest).toBeLessThan(mostWait)
    for (const store of stores) await store.close()
    expect(errors).toEqual([])
  })

  it(
    "of sessions, tokens and links in PostgreSQL is deleted by later writes",
    { timeout: 3_600_000 },
    async () => {
      const store = new PostgresKeyValue(db)
      await store.onStart()
      const rows = (1_000 + 1_000 + 2 * 200) * daily * days
      await postgres.query(`insert into key_values
      select 'session:' || encode(sha256(n::text::bytea), 'hex'), repeat('x', 100),
      floor(extract(epoch from now() - n * interval '${days} days' / ${rows}) * 1000)::bigint
      from generate_series(1, ${rows}) as n`)
      await postgres.query(
        `insert into key_values select 'revoked-user:' || n, 'x' from generate_series(1, 1000) as n`,
      )
      await postgres.query("vacuum analyze key_values")
      const megabytes = await megabytesOf("key_values")
      let [writes, at] = [0, 0]
      const write = async () => {
        const key = `session:new ${at++}`
        await store.set(key, "x".repeat(100), { seconds: 86_400 })
        writes++
      }
      const over = "key_values where ends < extract(epoch from now()) * 1000"
      const from = performance.now()
      const longest = await waitsBeside(
        async () => store.get(`session:new ${at - 1}`),
        async () => {
          // Each 256th write deletes up to 1,000: at least a quarter as many writes as rows.
          while ((await countOf(`(select from ${over} limit 1) as one`)) > 0)
            await Promise.all(
              Array.from({ length: 8 }, async () => {
                for (let n = 0; n < 512; n++) await write()
              }),
            )
        },
      )
      note(
        "sessions, tokens and links",
        rows,
        (performance.now() - from) / 1_000,
        longest,
        `, by ${writes} writes; ${megabytes} MB before`,
      )
      expect(await countOf(over)).toBe(0)
      expect(await countOf("key_values where ends is null")).toBe(1_000)
      expect(await countOf("key_values where key like 'session:new %'")).toBe(at)
      expect(longest).toBeLessThan(mostWait)
    },
  )

  it("of sessions in Redis is deleted by Redis", { timeout: 600_000 }, async () => {
    const connection = new RedisConnection({ url: redis.url }, createJsonLog({ write: () => undefined }))
    const store = new RedisKeyValue(connection, "year")
    const rows = 1_000 * daily * days
    // They all end at one time, which is worse than in a year.
    const ends = Date.now() + 5_000 + rows / 8
    for (let at = 0; at < rows; at += 1_000)
      await Promise.all(
        Array.from({ length: 1_000 }, (_, n) =>
          store.set(`session:${at + n}`, "x".repeat(100), { seconds: (ends - Date.now()) / 1_000 }),
        ),
      )
    const left = async () => Number(await connection.send<number>(["DBSIZE"]))
    expect(await left()).toBe(Math.ceil(rows / 1_000) * 1_000)
    await sleep(ends - Date.now())
    const from = performance.now()
    const longest = await waitsBeside(
      () => store.get("session:none"),
      async () => {
        await expect.poll(left, { timeout: 120_000, interval: 20 }).toBe(0)
      },
    )
    note("sessions in Redis", rows, (performance.now() - from) / 1_000, longest)
    expect(longest).toBeLessThan(mostWait)
    await connection.onStop()
  })
})
