import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { Database } from "@trivet/postgres"
import { PgBoss } from "pg-boss"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { jobMigrations } from "../../src/index.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"

class Db extends Database<Record<string, never>> {}

const queue = { name: "shared", retries: 0, retryDelay: 1, retryMost: 1, timeout: 60_000, unique: false }
const opening = { queues: [queue], onAdded: () => undefined, onError: console.error }

let test: TestDatabase
let db: Db
let store: PostgresJobStore
/** A process of the version before, which took and completed jobs with pg-boss. */
let before: PgBoss

beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url, migrations: [jobMigrations], migrateAtStart: true })
  await db.onStart()
  store = new PostgresJobStore(db, { takeOverAfter: 10_000, keepDays: 7, keepDeadDays: 30 })
  await store.open(opening)
  before = new PgBoss({ connectionString: test.url, migrate: false, supervise: false, schedule: false })
  before.on("error", console.error)
  await before.start()
}, 60_000)
afterAll(async () => {
  await before?.stop({ graceful: false })
  await store?.close()
  await db?.onStop()
  await test?.drop()
})

describe("during a deployment", () => {
  it("processes of both versions share a queue, and each job is taken and completed once", async () => {
    for (let data = 0; data < 200; data++)
      await store.add({ queue: "shared", data, delay: 0, key: undefined, id: undefined })
    const takenBy = { old: [] as unknown[], new: [] as unknown[] }
    const runOld = async () => {
      for (let jobs = await before.fetch("shared", { batchSize: 3 }); jobs.length > 0;) {
        for (const { id, data, retryCount } of jobs) {
          takenBy.old.push(data)
          expect(await before.complete("shared", { id, retryCount })).toMatchObject({ affected: 1 })
        }
        jobs = await before.fetch("shared", { batchSize: 3 })
      }
    }
    const runNew = async () => {
      for (let jobs = await store.take("shared", 3); jobs.length > 0; jobs = await store.take("shared", 3))
        for (const job of jobs) {
          takenBy.new.push(job.data)
          expect(await store.complete(job)).toBe(true)
        }
    }
    await Promise.all([runOld(), runOld(), runNew(), runNew()])
    const all = [...takenBy.old, ...takenBy.new] as number[]
    expect(all.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 200 }, (_, at) => at))
    expect(Math.min(takenBy.old.length, takenBy.new.length)).toBeGreaterThan(0)
  })

  it("a process without its migrations does not start, and says so", async () => {
    const last = jobMigrations.migrations.at(-1)!
    await last.down(db)
    await expect(store.open(opening)).rejects.toMatchObject({ code: "JOBS_NOT_MIGRATED" })
    await last.up(db)
    await store.open(opening)
  })
})
