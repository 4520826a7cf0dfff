import { join } from "node:path"
import { sql } from "kysely"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Jobs } from "../../src/index.ts"
import { Db, Work, workModule } from "./programs/work.ts"
import { RunnerProcess } from "./runner-process.ts"

let postgres: TestDatabase
let app: TestApp
let queue: Jobs
let db: Db
const runners: RunnerProcess[] = []

async function startRunner(): Promise<RunnerProcess> {
  const runner = await RunnerProcess.start({ url: postgres.url })
  runners.push(runner)
  return runner
}

async function marksOf(name: string) {
  const { rows } = await sql<{ what: string; pid: number }>`
    select what, pid from marks where name = ${name} order by time`.execute(db)
  return rows
}

beforeAll(async () => {
  postgres = await createTestDatabase()
  app = await createTestApp(workModule(postgres))
  queue = app.get(Jobs)
  db = app.get(Db)
})
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.kill()))
  await app?.stop()
  await postgres?.drop()
})

describe("a process that is stopped", () => {
  it("finishes what ends in time, and another runs the rest", async () => {
    const first = await startRunner()
    const [short, long] = ["short", "long"].map((name) =>
      queue.enqueue(Work.slow, { name, milliseconds: name === "short" ? 1_000 : 5_000 }),
    )
    await expect.poll(async () => (await marksOf("short")).length + (await marksOf("long")).length).toBe(2)
    first.signal("SIGTERM")
    expect(await first.ended).toBe(0)
    const state = async (id: Promise<string | undefined> | undefined) => queue.find((await id)!)
    expect(await state(short)).toMatchObject({ state: "done", attempts: 1 })
    expect(await marksOf("short")).toEqual([
      { what: "began 1", pid: first.pid },
      { what: "ended", pid: first.pid },
    ])
    // Its retries are 0: a stop of the process is no failure of the job.
    expect(await state(long)).toMatchObject({ state: "waiting", attempts: 1 })
    const second = await startRunner()
    await expect.poll(async () => (await state(long))?.state).toBe("done")
    expect(await state(long)).toMatchObject({ attempts: 2 })
    expect(await marksOf("long")).toEqual([
      { what: "began 1", pid: first.pid },
      { what: "began 2", pid: second.pid },
      { what: "ended", pid: second.pid },
    ])
    await second.kill()
  })
})

describe("a process that serves and is stopped", () => {
  it("takes no job while it still answers a request", async () => {
    const program = join(import.meta.dirname, "programs/serving.ts")
    const first = await RunnerProcess.start({ url: postgres.url }, program)
    runners.push(first)
    const reply = fetch(`${first.log.at(-2)}/slow`)
    await expect.poll(() => first.log).toContain("asked")
    first.signal("SIGTERM")
    await expect.poll(() => fetch(`${first.log.at(-2)}/none`).catch(() => undefined)).toBeUndefined()
    const ids = await Promise.all(
      [1, 2, 3].map((at) => queue.enqueue(Work.quick, { name: `stopping ${at}`, milliseconds: 0 })),
    )
    expect((await reply).status).toBe(200)
    expect(await first.ended).toBe(0)
    for (const [at, id] of ids.entries()) {
      expect(await marksOf(`stopping ${at + 1}`)).toEqual([])
      expect(await queue.find(id!)).toMatchObject({ state: "waiting", attempts: 0 })
    }
  })
})

describe("a job that takes too long", () => {
  it("fails, is aborted, and its transaction is rolled back", async () => {
    const runner = await startRunner()
    const id = await queue.enqueue(Work.late, { name: "late", milliseconds: 2_000 })
    const found = async () => queue.find(id!)
    await expect.poll(async () => (await found())?.state).toBe("dead")
    expect((await found())?.error).toContain("was not finished after 500 ms")
    // The handler goes on until it looks at its signal.
    await expect.poll(() => marksOf("late")).toHaveLength(1)
    expect((await marksOf("late"))[0]?.what).toContain("was not finished after 500 ms")
    const open = sql`select * from pg_stat_activity where datname = current_database() and state like 'idle in%'`
    await expect.poll(async () => (await open.execute(db)).rows).toEqual([])
    expect((await sql`select * from effects where kind = 'late'`.execute(db)).rows).toEqual([])
    await runner.kill()
  })
})

describe("a payload that ends the process", () => {
  it("ends dead with its reason, and blocks no other job", async () => {
    let starts = 0
    const test = { isOver: false }
    const supervise = async () => {
      while (!test.isOver) {
        starts++
        await (
          await startRunner()
        ).ended
      }
    }
    const crash = await queue.enqueue(Work.crash, { at: 1 })
    const supervised = supervise()
    const ids: (string | undefined)[] = []
    for (let at = 0; at < 20; at++) ids.push(await queue.enqueue(Work.plain, { at }))
    const found = async () => queue.find(crash!)
    await expect.poll(async () => (await found())?.state).toBe("dead")
    expect(await found()).toMatchObject({
      attempts: 2,
      error: expect.stringContaining("process that ran the job ended") as string,
    })
    await expect
      .poll(async () => (await queue.list({ job: "work/plain", state: "done" })).length)
      .toBe(ids.length)
    expect(starts).toBe(3)
    test.isOver = true
    await runners.at(-1)!.kill()
    await supervised
  })
})
