import { Database } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { jobMigrations } from "../../src/index.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"

class Db extends Database<Record<string, never>> {}

/** As short as it may be. */
const takeOverAfter = 10_000
const queue = "silent"

let postgres: PrivatePostgres
let db: Db
let store: PostgresJobStore
const errors: unknown[] = []
const stopped: number[] = []

beforeAll(async () => {
  postgres = await PrivatePostgres.start()
  db = new Db({
    url: postgres.url,
    migrations: [jobMigrations],
    migrateAtStart: true,
    statementTimeout: 10_000,
  })
  await db.onStart()
  store = new PostgresJobStore(db, { takeOverAfter, keepDays: 7, keepDeadDays: 30 })
  const settings = { retries: 1, retryDelay: 1_000, retryMost: 1_000, timeout: 60_000, unique: false }
  await store.open({
    queues: [{ name: queue, ...settings }],
    onAdded: () => undefined,
    onError: (error) => errors.push(error),
  })
  await store.keep()
})
afterAll(async () => {
  for (const pid of stopped) process.kill(pid, "SIGCONT")
  await store?.close()
  await db?.onStop()
  await postgres?.remove()
})

/** The backends of connections that listen for jobs. */
async function backends(): Promise<number[]> {
  const rows = await postgres.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name like 'trivet jobs%'",
  )
  return rows.map(({ pid }) => pid).filter((pid) => !stopped.includes(pid))
}

/** Suspends the backend of the connection, and returns once it is suspended. */
async function silence(): Promise<void> {
  await expect.poll(backends).toHaveLength(1)
  const [pid] = await backends()
  stopped.push(pid!)
  process.kill(pid!, "SIGSTOP")
}

describe("a connection that listens for jobs and falls silent", { timeout: 60_000 }, () => {
  it("is replaced and reported, and jobs of a dead process are taken over", async () => {
    await silence()
    const id = await store.add({ queue, data: null, delay: 0, key: undefined, id: undefined })
    // It is taken, and never touched: as by a process that has died.
    expect(await store.take(queue, 1)).toHaveLength(1)
    await expect.poll(async () => (await store.find(id!))?.state, { timeout: 45_000 }).toBe("waiting")
    expect(errors).toEqual([
      new Error(`the connection that listens for jobs was silent for ${takeOverAfter} ms`),
    ])
    expect(await backends()).toHaveLength(1)
  })

  it("does not hold up the end of the process", async () => {
    await silence()
    const from = performance.now()
    await store.close()
    expect(performance.now() - from).toBeLessThan(takeOverAfter / 2)
  })
})
