import { join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { sql } from "kysely"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Jobs } from "../../src/index.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"
import { RunnerProcess } from "../runners/runner-process.ts"
import { Db, Six, sixModule } from "./programs/six-steps.ts"

// More than 300 kills, in six minutes: TRIVET_LONG=1 npx vitest run packages/jobs/tests/steps
const isLong = process.env["TRIVET_LONG"] === "1"
/**
 * A job has 24 points. The first process of a job dies at each of them in turn, the next ones at the points that are left; a job whose
 * steps are all done needs no more of them.
 */
const jobsToRun = isLong ? 66 : 2
const deaths = isLong ? 5 : 4

const file = join(import.meta.dirname, "programs/six-steps.ts")
let test: TestDatabase
let app: TestApp
let store: PostgresJobStore
beforeAll(async () => {
  test = await createTestDatabase()
  app = await createTestApp(sixModule(test.url))
  store = new PostgresJobStore(app.get(Db), { keepDays: 7, keepDeadDays: 30, takeOverAfter: 10_000 })
  await store.open({ queues: [], onAdded: () => undefined, onError: () => undefined })
}, 60_000)
afterAll(async () => {
  await store?.close()
  await app?.stop()
  await test?.drop()
})

/** Returns the job of a process that died to its queue, as another process does after `takeOverAfter`. */
async function takeOver(): Promise<void> {
  const { rows } = await sql<{ id: string; attempt: number }>`select id, retry_count + 1 as attempt
    from pgboss.job where state = 'active'`.execute(app.get(Db))
  for (const { id, attempt } of rows)
    await store.handBack({ queue: Six.run.path, id, data: null, attempt }, "the process died")
}

it(
  "writes once in each step, wherever its processes are killed, and each job ends",
  async () => {
    let kills = 0
    for (let number = 0; number < jobsToRun; number++) {
      const id = (await app.get(Jobs).enqueue(Six.run, undefined))!
      // Each job dies several times, the later ones at other points.
      for (let death = 0; death < deaths; death++) {
        const at = 1 + ((number * 7 + death * 5) % 24)
        const left = 24 - 4 * (await app.get(Jobs).find(id))!.steps.length
        const runner = await RunnerProcess.start({ url: test.url }, file, {
          KILL_AT: String(1 + (at % left)),
        }).catch(() => undefined)
        expect(await (runner?.ended ?? "SIGKILL")).toBe("SIGKILL")
        kills++
        await takeOver()
        if ((await app.get(Jobs).find(id))!.steps.length === 6) break
      }
      const last = await RunnerProcess.start({ url: test.url }, file)
      await expect.poll(async () => (await app.get(Jobs).find(id))!.state, { timeout: 20_000 }).toBe("done")
      expect(last.log).toContain("sum 21")
      await last.kill()
    }
    const { rows } = await sql<{
      at: number
      result: number
      n: string
    }>`select at, result, count(*) as n from effects
    group by at, result order by at`.execute(app.get(Db))
    expect(rows.map(({ at, result, n }) => [at, result, Number(n)])).toEqual(
      [0, 1, 3, 6, 10, 15].map((result, at) => [at + 1, result, jobsToRun]),
    )
    expect(kills).toBeGreaterThanOrEqual(isLong ? 300 : 6)
    noteFigure(
      "a job of six steps, killed",
      "@trivet/jobs",
      `${kills} kills of ${jobsToRun} jobs, each step once`,
    )
  },
  isLong ? 3_000_000 : 120_000,
)

it(
  "continues jobs at their next step in each of ten rolling restarts",
  async () => {
    await sql`truncate effects`.execute(app.get(Db))
    const count = isLong ? 200 : 20
    const restarts = isLong ? 10 : 2
    for (let number = 0; number < count; number++) await app.get(Jobs).enqueue(Six.run, undefined)
    const startOne = () =>
      RunnerProcess.start({ url: test.url }, file, { STEP_PAUSE: isLong ? "600" : "150" })
    let runners: readonly RunnerProcess[] = await Promise.all([startOne(), startOne()])
    for (let restart = 0; restart < restarts; restart++) {
      for (const at of [0, 1]) {
        const next = await startOne()
        runners[at]!.signal("SIGTERM")
        expect(await runners[at]!.ended).toBe(0)
        runners = runners.with(at, next)
      }
    }
    const done = async () =>
      (await app.get(Jobs).list({ job: Six.run.path, state: "done", limit: 1_000 })).length
    await expect.poll(done, { timeout: 400_000 }).toBe(count + jobsToRun)
    await Promise.all(runners.map((runner) => runner.kill()))
    const { rows } = await sql<{
      at: number
      n: string
    }>`select at, count(*) as n from effects group by at order by at`.execute(app.get(Db))
    expect(rows.map(({ at, n }) => [at, Number(n)])).toEqual([1, 2, 3, 4, 5, 6].map((at) => [at, count]))
    const { rows: resumed } = await sql`select from pgboss.job_step where attempt > 1`.execute(app.get(Db))
    noteFigure(
      "jobs of six steps, rolling restarts",
      "@trivet/jobs",
      `${restarts} restarts, ${count} jobs, ${resumed.length} steps in a later attempt`,
    )
  },
  isLong ? 900_000 : 120_000,
)
