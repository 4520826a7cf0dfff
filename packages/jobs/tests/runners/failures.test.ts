import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Jobs } from "../../src/index.ts"
import { Db, Work, workModule } from "./programs/work.ts"
import { RunnerProcess } from "./runner-process.ts"

const long = process.env["TRIVET_LONG"] === "1"
const failing = long ? 10_000 : 250
/** Failing jobs of one round, and other jobs measured in it: rounds with and without failing jobs take turns. */
const [part, measured] = long ? [500, 100] : [125, 100]

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

/** Enqueues jobs that are quick, and returns the milliseconds from each commit to its beginning. */
async function latencies(prefix: string): Promise<number[]> {
  const commits = new Map<string, number>()
  for (let at = 0; at < measured; at++) {
    const name = `${prefix} ${at}`
    await queue.enqueue(Work.quick, { name, milliseconds: 0 })
    commits.set(name, Date.now())
    await sleep(10 + Math.random() * 20)
  }
  const marks = sql<{
    name: string
    time: Date
  }>`select name, time from marks where name like ${`${prefix} %`}`
  await expect.poll(async () => (await marks.execute(db)).rows.length).toBe(measured)
  return (await marks.execute(db)).rows.map(({ name, time }) => time.getTime() - commits.get(name)!)
}

async function enqueueFailing(prefix: string): Promise<void> {
  await db.transact(async (trx) => {
    for (let at = 0; at < part; at++)
      await queue.enqueue(Work.fail, { name: `${prefix} ${at}`, milliseconds: 0 }, { trx })
  })
}

/** What that share of all is at most as great as. */
function quantile(all: readonly number[], share: number): number {
  return all.toSorted((left, right) => left - right)[Math.ceil(all.length * share) - 1]!
}

/** How many attempts there were, and the least milliseconds before each: those of the first, of the second and so on. */
async function delays() {
  const { rows } = await sql<{ what: string; least: number; count: number }>`
    select what, count(*)::int, min(gap)::float8 as least from (
      select what, extract(epoch from time - lag(time) over (partition by name order by time)) * 1000 as gap
      from marks where name like 'failing %') as gaps
    group by what order by what`.execute(db)
  return rows
}

describe(`${failing} jobs that all fail`, () => {
  it("wait longer before each attempt, and do not hold up others", { timeout: 1_800_000 }, async () => {
    const [alone, meanwhile]: [number[], number[]] = [[], []]
    for (let round = 0; round < failing / part; round++) {
      alone.push(...(await latencies(`alone ${round}`)))
      await enqueueFailing(`failing ${round}`)
      meanwhile.push(...(await latencies(`meanwhile ${round}`)))
      const left = async () => (await queue.list({ job: "work/fail", state: "waiting", limit: 1 })).length
      await expect.poll(left, { timeout: 120_000, interval: 200 }).toBe(0)
    }
    await expect.poll(async () => (await queue.list({ job: "work/fail", state: "running" })).length).toBe(0)
    expect(await queue.list({ job: "work/fail", state: "dead", limit: failing * 2 })).toHaveLength(failing)
    const found = await delays()
    expect(found.map(({ what, count }) => [what, count])).toEqual(
      [1, 2, 3, 4].map((attempt) => [`attempt ${attempt}`, failing]),
    )
    const [, second, third, fourth] = found.map(({ least }) => least)
    // The time is that of the handler's first statement, which is some milliseconds after the attempt began.
    expect(second).toBeGreaterThan(950)
    expect(third).toBeGreaterThan(1_950)
    expect(fourth).toBeGreaterThan(3_950)
    const [p99Alone, p99Meanwhile] = [quantile(alone, 0.99), quantile(meanwhile, 0.99)]
    noteFigure(
      `${failing} failing jobs`,
      "@trivet/jobs",
      `p99 of ${alone.length} other jobs: ${p99Alone} ms alone, ${p99Meanwhile} ms meanwhile; shortest delays ${[second, third, fourth].map((one) => Math.round(one!)).join(", ")} ms`,
    )
    // Of some hundred jobs the slowest are those that met another process: the long form has thousands.
    const share = long ? 0.99 : 0.5
    expect(quantile(meanwhile, share)).toBeLessThanOrEqual(2 * Math.max(quantile(alone, share), 5))
  })
})
