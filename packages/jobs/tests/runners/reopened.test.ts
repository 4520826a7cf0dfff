import { Database } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { systemClock } from "trivet/extend"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { job, jobMigrations } from "../../src/index.ts"
import { Jobs } from "../../src/jobs.ts"
import { KnownJobs } from "../../src/known-jobs.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"

class Db extends Database<Record<string, never>> {}

let postgres: PrivatePostgres
const databases: Db[] = []

beforeAll(async () => {
  postgres = await PrivatePostgres.start()
  const db = open()
  await db.migrator.migrate()
})
afterAll(async () => {
  await Promise.all(databases.map((db) => db.onStop()))
  await postgres?.remove()
})

function open(): Db {
  const db = new Db({ url: postgres.url, migrations: [jobMigrations] })
  databases.push(db)
  return db
}

const record = job("reopened")

function create(): Jobs {
  const known = new KnownJobs()
  known.add({ path: record.path, record })
  return new Jobs({
    store: new PostgresJobStore(open(), { takeOverAfter: 10_000, keepDays: 7, keepDeadDays: 30 }),
    known,
    answer: () => new Promise(() => undefined),
    current: () => undefined,
    clock: systemClock,
    log: createTestLog().log,
    options: { concurrency: 1, poll: 1_000, touchEvery: 1_000, stopTimeout: 0, isStopping: () => false },
  })
}

describe("Jobs", () => {
  it("connects again after a first connection that failed", async () => {
    const jobs = create()
    await postgres.stop("fast")
    await expect(jobs.enqueue(record)).rejects.toMatchObject({ name: "DatabaseUnavailable" })
    await postgres.start()
    expect(await jobs.enqueue(record)).toBeDefined()
    await jobs.stop()
  })

  it.each([
    ["that was open", true],
    ["that was not", false],
  ])("does not start after a stop: one %s", async (_, isOpen) => {
    const jobs = create()
    if (isOpen) await jobs.open()
    await jobs.stop()
    await jobs.start()
    const rows = await postgres.query(
      "select from pg_stat_activity where application_name like 'trivet jobs%'",
    )
    expect(rows).toHaveLength(0)
    await jobs.stop()
  })

  it("does not stay connected if it is stopped while it starts", async () => {
    const jobs = create()
    const started = jobs.start()
    await jobs.stop()
    await started
    const rows = await postgres.query(
      "select from pg_stat_activity where application_name like 'trivet jobs%'",
    )
    expect(rows).toHaveLength(0)
  })
})
