import { setTimeout as sleep } from "node:timers/promises"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Jobs } from "../../src/index.ts"
import { Db, Work, workModule } from "./programs/work.ts"
import { RunnerProcess } from "./runner-process.ts"

// TRIVET_LONG=1 starts forty processes, and the short form six.
const processes = process.env["TRIVET_LONG"] === "1" ? 40 : 6
const jobs = 20

let postgres: PrivatePostgres
let app: TestApp
const runners: RunnerProcess[] = []

beforeAll(async () => {
  // Its own, to count statements.
  postgres = await PrivatePostgres.start()
  await postgres.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
  await postgres.query("alter system set max_connections = 600")
  await postgres.stop("fast")
  await postgres.start()
  await postgres.query("create extension pg_stat_statements")
  app = await createTestApp(workModule(postgres))
  // Not all at once: forty programs that start would need all of the machine.
  while (runners.length < processes) {
    const some = Math.min(4, processes - runners.length)
    runners.push(...(await Promise.all(Array.from({ length: some }, () => RunnerProcess.start(postgres)))))
  }
}, 180_000)
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.kill()))
  await app?.stop()
  await postgres?.remove()
})

interface Statement {
  readonly query: string
  readonly calls: number
}

/** Parts of the statements that jobs cause: adding, taking and completing them, and messages between processes. */
const ofJobs = ["WITH ins AS", "OF j SKIP LOCKED", "SET completed_on", "pg_notify"]
/** A part of the statement that looks for jobs which are due, by the clock. */
const polling = "as asked"

/** How often such statements were sent since the last reset; those of supervision are none of them. */
async function callsOf(parts: readonly string[]): Promise<number> {
  const all = await postgres.query<Statement>("select query, calls::int from pg_stat_statements")
  const some = all.filter(({ query }) => parts.some((part) => query.includes(part)))
  return some.reduce((sum, { calls }) => sum + calls, 0)
}

async function began(): Promise<number> {
  const [row] = await postgres.query<{ began: number }>(
    "select count(*)::int as began from marks where what like 'began%'",
  )
  return row!.began
}

/** Waits until all processes know of each other. */
async function settled(): Promise<void> {
  const known = () =>
    postgres.query("select from pg_stat_activity where application_name like 'trivet jobs%'")
  await expect.poll(async () => (await known()).length, { timeout: 30_000 }).toBe(processes)
  await sleep(500)
}

describe(`${processes} processes that listen for jobs`, () => {
  it("run at most three statements for each job together", { timeout: 60_000 }, async () => {
    await settled()
    await postgres.query("truncate marks")
    await postgres.query("select pg_stat_statements_reset()")
    const from = performance.now()
    for (let at = 0; at < jobs; at++)
      await app.get(Jobs).enqueue(Work.quick, { name: String(at), milliseconds: 0 })
    await expect.poll(began, { interval: 20 }).toBe(jobs)
    const took = performance.now() - from
    // The last ones are completed, and who would still ask does so.
    await sleep(300)
    const [calls, polls] = [await callsOf(ofJobs), await callsOf([polling])]
    const figures = `${calls} statements and ${polls} polls in ${Math.round(took)} ms`
    noteFigure(`${jobs} jobs`, `${processes} runners`, figures)
    expect(calls).toBeLessThanOrEqual(3 * jobs)
    // One each second, however many processes there are; more only because seconds begin in between.
    expect(polls).toBeLessThanOrEqual((took + 600) / 1_000 + 2)
    const ran = await postgres.query("select distinct pid from marks")
    // Not all in one of them.
    expect(ran.length).toBeGreaterThan(2)
  })

  it("all take part in what one transaction has added", { timeout: 60_000 }, async () => {
    // Each has four places for jobs of one name.
    const count = 4 * processes
    await postgres.query("truncate marks")
    const from = performance.now()
    await app.get(Db).transact(async () => {
      for (let at = 0; at < count; at++)
        await app.get(Jobs).enqueue(Work.slow, { name: String(at), milliseconds: 3_000 })
    })
    const added = performance.now()
    await expect.poll(began, { timeout: 20_000 }).toBe(count)
    noteFigure(
      `${count} jobs`,
      `${processes} runners`,
      `added in ${Math.round(added - from)} ms, all began ${Math.round(performance.now() - added)} ms later`,
    )
    // Before the first has ended: all places are taken.
    expect(performance.now() - added).toBeLessThan(3_000)
  })

  it("take no jobs of a paused queue, and all of them when it is resumed", { timeout: 60_000 }, async () => {
    await postgres.query("truncate marks")
    const queue = app.get(Jobs)
    await queue.pause("work/quick")
    for (let at = 0; at < jobs; at++) await queue.enqueue(Work.quick, { name: String(at), milliseconds: 0 })
    // Longer than two looks at what is due.
    await sleep(2_500)
    expect(await began()).toBe(0)
    expect(await queue.queues()).toContainEqual(
      expect.objectContaining({
        job: "work/quick",
        waiting: jobs,
        running: 0,
        paused: expect.any(Date) as Date,
      }),
    )
    await queue.resume("work/quick")
    await expect.poll(began).toBe(jobs)
  })

  it("take the jobs of one that was killed, or does not answer", { timeout: 60_000 }, async () => {
    await postgres.query("truncate marks")
    const [first, second] = runners as [RunnerProcess, RunnerProcess]
    await first.kill()
    second.signal("SIGSTOP")
    const from = performance.now()
    for (let at = 0; at < jobs; at++)
      await app.get(Jobs).enqueue(Work.quick, { name: String(at), milliseconds: 0 })
    await expect.poll(began, { timeout: 20_000 }).toBe(jobs)
    noteFigure(
      `${jobs} jobs`,
      "one process dead and one suspended",
      `began in ${Math.round(performance.now() - from)} ms`,
    )
    second.signal("SIGCONT")
  })
})
