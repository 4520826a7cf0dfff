import { setTimeout as sleep } from "node:timers/promises"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Jobs } from "../../src/index.ts"
import { RunnerProcess } from "../runners/runner-process.ts"
import { Work, workModule } from "../runners/programs/work.ts"

// A job "work/limited" has `maxRunning: 2`, and "work/paced" `maxStarts: 3` in 2 s. Each of two processes runs four of a name.
let database: PrivatePostgres
let app: TestApp
let queue: Jobs
let runners: readonly RunnerProcess[]

beforeAll(async () => {
  database = await PrivatePostgres.start()
  app = await createTestApp(workModule(database))
  queue = app.get(Jobs)
  // Their queue exists from here on. A process without the limit has added them.
  await queue.queues()
  const payload = JSON.stringify({ name: "old", milliseconds: 0 })
  await database.query(`insert into pgboss.job (name, data, group_id)
    select 'work/limited', '${payload}'::jsonb, case when n > 2 then '-' end from generate_series(1, 4) as n`)
  runners = await Promise.all([RunnerProcess.start(database), RunnerProcess.start(database)])
}, 60_000)
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.kill()))
  await app?.stop()
  await database?.remove()
})

interface Mark {
  readonly name: string
  readonly what: string
  readonly pid: number
  readonly at: number
}

const marks = () =>
  database.query<Mark>(
    "select name, what, pid, extract(epoch from time)::float8 * 1000 as at from marks order by time",
  )
const ended = async (of: string) =>
  (await marks()).filter(({ name, what }) => name === of && what === "ended").length

/** The most jobs with a name that ran at one time. */
function mostAtOnce(all: readonly Mark[], of: string): number {
  let [running, most] = [0, 0]
  for (const { name, what } of all)
    if (name === of) {
      running += what === "ended" ? -1 : 1
      most = Math.max(most, running)
    }
  return most
}

describe("two processes", () => {
  it(
    "run at most two jobs of a key at once, and two where they can, and let other keys pass",
    { timeout: 60_000 },
    async () => {
      for (let at = 0; at < 30; at++)
        await queue.enqueue(Work.limited, { name: "crowd", milliseconds: 100 }, { key: "crowd" })
      const from = Date.now()
      for (let at = 0; at < 4; at++)
        await queue.enqueue(Work.limited, { name: "other", milliseconds: 100 }, { key: `other ${at}` })
      await expect.poll(() => ended("other"), { interval: 20, timeout: 10_000 }).toBe(4)
      const passed = Date.now() - from
      await expect.poll(() => ended("crowd"), { timeout: 30_000 }).toBe(30)
      const all = await marks()
      const crowd = all.filter(({ name }) => name === "crowd")
      const took = crowd.at(-1)!.at - crowd[0]!.at
      noteFigure(
        "a limit of 2 of a key",
        "30 jobs of 100 ms over two processes",
        `at most ${mostAtOnce(all, "crowd")} at once, in ${Math.round(took)} ms; 4 of other keys in ${passed} ms`,
      )
      expect(mostAtOnce(all, "crowd")).toBe(2)
      // Before the crowd was done, which needs 1,500 ms at least.
      const lastOther = all.findLast(({ name }) => name === "other")!.at
      expect(lastOther).toBeLessThan(crowd.at(-1)!.at)
    },
  )

  it("free the place of a process that was killed", { timeout: 60_000 }, async () => {
    const lost = await RunnerProcess.start(database)
    for (const runner of runners) runner.signal("SIGSTOP")
    for (let at = 0; at < 2; at++)
      await queue.enqueue(Work.limited, { name: `lost ${at}`, milliseconds: 60_000 }, { key: "lost" })
    await expect
      .poll(async () => (await marks()).filter(({ pid }) => pid === lost.pid).length, { timeout: 10_000 })
      .toBe(2)
    await lost.kill()
    for (const runner of runners) runner.signal("SIGCONT")
    const from = performance.now()
    await queue.enqueue(Work.limited, { name: "after", milliseconds: 0 }, { key: "lost" })
    await sleep(1_500)
    expect(await ended("after")).toBe(0)
    // `takeOverAfter` is 10 s.
    await expect.poll(() => ended("after"), { timeout: 30_000 }).toBe(1)
    noteFigure("a killed process", "its places are free after", `${Math.round(performance.now() - from)} ms`)
    expect(
      mostAtOnce(
        (await marks()).filter(({ pid }) => pid !== lost.pid),
        "after",
      ),
    ).toBe(1)
  })

  it("start at most three jobs of a key in any two seconds, together", { timeout: 60_000 }, async () => {
    for (let at = 0; at < 9; at++)
      await queue.enqueue(Work.paced, { name: "paced", milliseconds: 0 }, { key: "p" })
    await queue.enqueue(Work.paced, { name: "beside", milliseconds: 0 }, { key: "q" })
    await expect.poll(() => ended("beside"), { timeout: 2_000 }).toBe(1)
    await expect.poll(() => ended("paced"), { timeout: 20_000 }).toBe(9)
    const starts = await database.query<{ at: number }>(
      `select extract(epoch from started_on)::float8 * 1000 as at from pgboss.job
       where name = 'work/paced' and data ->> 'name' = 'paced' order by started_on`,
    )
    for (let at = 3; at < starts.length; at++)
      expect(starts[at]!.at - starts[at - 3]!.at).toBeGreaterThanOrEqual(2_000)
    // Three times two seconds, and a second for each look.
    expect(starts.at(-1)!.at - starts[0]!.at).toBeLessThan(8_000)
  })

  it("run jobs that were added before their record had a limit", async () => {
    await expect.poll(() => ended("old"), { timeout: 20_000 }).toBe(4)
    expect(mostAtOnce(await marks(), "old")).toBeLessThanOrEqual(2)
  })
})

describe("enqueue()", () => {
  it("rejects a key that no limit counts by", async () => {
    await expect(
      queue.enqueue(Work.quick, { name: "x", milliseconds: 0 }, { key: "t" }),
    ).rejects.toMatchObject({
      code: "JOB_WITHOUT_LIMIT",
    })
  })
})
