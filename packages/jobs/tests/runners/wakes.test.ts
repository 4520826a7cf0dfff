import { setTimeout as sleep } from "node:timers/promises"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Jobs } from "../../src/index.ts"
import { Work, workModule } from "./programs/work.ts"
import { RunnerProcess } from "./runner-process.ts"

const jobs = 20
const processes = 4

let postgres: PrivatePostgres
let app: TestApp
let runners: readonly RunnerProcess[]

beforeAll(async () => {
  // Its own, to count statements.
  postgres = await PrivatePostgres.start()
  await postgres.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
  await postgres.stop("fast")
  await postgres.start()
  await postgres.query("create extension pg_stat_statements")
  app = await createTestApp(workModule(postgres))
  runners = await Promise.all(Array.from({ length: processes }, () => RunnerProcess.start(postgres)))
})
afterAll(async () => {
  await Promise.all(runners?.map((runner) => runner.kill()) ?? [])
  await app?.stop()
  await postgres?.remove()
})

/** How often runners asked for jobs. */
async function fetches(): Promise<number> {
  const [row] = await postgres.query<{ calls: number }>(
    "select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query ilike '%skip locked%update pgboss%'",
  )
  return row!.calls
}

async function began(): Promise<number> {
  const [row] = await postgres.query<{ began: number }>("select count(*)::int as began from marks")
  return row!.began
}

describe(`${processes} processes that listen for jobs`, () => {
  it("do not all ask for each job that is enqueued", async () => {
    await postgres.query("select pg_stat_statements_reset()")
    const from = performance.now()
    for (let at = 0; at < jobs; at++) {
      await app.get(Jobs).enqueue(Work.quick, { name: String(at), milliseconds: 0 })
    }
    await expect.poll(began).toBe(jobs)
    // Those that wait before they ask do so by now.
    await sleep(200)
    const calls = await fetches()
    noteFigure(
      `${jobs} jobs`,
      `${processes} runners`,
      `${calls} fetches in ${Math.round(performance.now() - from)} ms`,
    )
    expect(calls).toBeGreaterThan(1)
    // If all asked for each: 80.
    expect(calls).toBeLessThan(0.75 * jobs * processes)
  })
})
