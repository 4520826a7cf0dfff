import { sql } from "kysely"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Jobs } from "../../src/index.ts"
import { Db, Work, workModule } from "./programs/work.ts"
import { RunnerProcess } from "./runner-process.ts"

let postgres: TestDatabase
let app: TestApp
let queue: Jobs
let db: Db
let runner: RunnerProcess

beforeAll(async () => {
  postgres = await createTestDatabase()
  app = await createTestApp(workModule(postgres))
  queue = app.get(Jobs)
  db = app.get(Db)
  runner = await RunnerProcess.start(postgres)
})
afterAll(async () => {
  await runner?.kill()
  await app?.stop()
  await postgres?.drop()
})

/** Milliseconds from the commit of a transaction to the beginning of its job in the other process, by the database. */
async function latency(name: string): Promise<number> {
  await db.transact((trx) => queue.enqueue(Work.quick, { name, milliseconds: 0 }, { trx }))
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const began = async () =>
    (await sql<{ time: Date }>`select time from marks where name = ${name}`.execute(db)).rows[0]?.time
  await expect.poll(began, { interval: 5 }).toBeDefined()
  return (await began())!.getTime() - rows[0]!.now.getTime()
}

/** The median of some, in milliseconds: a runner that only asks every second has one of about 500. */
async function median(prefix: string): Promise<number> {
  const all: number[] = []
  for (let at = 0; at < 9; at++) all.push(await latency(`${prefix} ${at}`))
  return all.toSorted((left, right) => left - right)[4]!
}

const listeners = sql<{ pid: number }>`select pid from pg_stat_activity
  where datname = current_database() and application_name like 'trivet jobs%'`

describe("a process that runs jobs", () => {
  it("hears of a job that another has enqueued, also after its connection was terminated", async () => {
    const before = await median("before")
    expect(before).toBeLessThan(250)
    await expect.poll(async () => (await listeners.execute(db)).rows.length).toBe(1)
    const { rows } = await listeners.execute(db)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
    // Until it is connected again, it asks.
    expect(await latency("meanwhile")).toBeLessThan(2_500)
    await expect.poll(async () => (await listeners.execute(db)).rows.length).toBe(1)
    const after = await median("after")
    expect(after).toBeLessThan(250)
    noteFigure("LISTEN", "@trivet/jobs", `median ${before} ms, ${after} ms after the connection was lost`)
    const errors = runner.log.filter((line) => line.includes("connection"))
    expect(errors).toHaveLength(1)
  })
})
