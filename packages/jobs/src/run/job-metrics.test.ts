import { type Context, contract, createApp, dto, implement, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { AppMetrics, Metrics, type MetricValue } from "trivet/extend"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { job, Jobs, jobs, PermanentFailure } from "../index.ts"
import { JobMetrics } from "./job-metrics.ts"

const Work = contract({
  run: job("work/run", {
    accepts: { body: dto({ how: "required" }) },
    retry: { times: 1, delay: 3_600_000 },
  }),
  never: job("work/never"),
})

class Worker {
  routes() {
    return routes([...implement(Work, this)])
  }
  async run(ctx: Context<typeof Work.run>) {
    const { how } = await ctx.bind()
    if (how === "dead") throw new PermanentFailure("no such printer")
    return how === "failed" ? { error: "no paper" } : undefined
  }
  never() {
    return undefined
  }
}

class Reader {
  readonly metrics = inject(AppMetrics).observe()
}

const App = module({ name: "work", imports: [jobs()], declarations: [Worker, Reader] })
const app = await createApp(App, { platform: api(), log: createTestLog().log })
beforeAll(() => app.startServing())
afterAll(() => app.stop())

/** The values of a metric, by job and outcome. */
function valuesOf(name: string): Record<string, number> {
  const found = app
    .get(Reader)
    .metrics()
    .find((metric) => metric.name === name)!
  const values = found.type === "histogram" ? [] : found.read()
  return Object.fromEntries(
    values.map(({ value, attributes }) => [Object.values(attributes).join(" "), value]),
  )
}

describe("the metrics of jobs", () => {
  it("count attempts by job and outcome, with their durations", async () => {
    for (const how of ["done", "failed", "dead", "done"]) await app.get(Jobs).enqueue(Work.run, { how })
    const attempts = () => valuesOf("trivet.jobs.attempts")
    await expect.poll(attempts).toEqual({ "work/run done": 2, "work/run failed": 1, "work/run dead": 1 })
    const duration = app
      .get(Reader)
      .metrics()
      .find(({ name }) => name === "trivet.jobs.duration")!
    if (duration.type !== "histogram") throw new Error(duration.type)
    const done = duration.read().find(({ attributes }) => attributes["outcome"] === "done")!
    expect(done.counts.reduce((sum, count) => sum + count)).toBe(2)
    expect(done.counts).toHaveLength(duration.bounds.length + 1)
    expect(done.sum).toBeGreaterThan(0)
  })

  it("show what is stored, by job, and nothing while the store cannot be read", async () => {
    const metrics = new Metrics()
    const read = metrics.observe()
    const own = new JobMetrics(metrics)
    const since = new Date(Date.now() - 60_000)
    const queue = {
      job: "a",
      waiting: 3,
      running: 1,
      failed: 0,
      dead: 2,
      doneLastMinute: 0,
      dueSince: since,
      paused: undefined,
    }
    const outcomes: string[] = []
    const outage = { begin: () => outcomes.push("begin"), end: () => outcomes.push("end") }
    own.start(async () => [queue, { ...queue, job: "b", waiting: 0, dueSince: undefined }], outage)
    const gauge = (name: string): readonly MetricValue[] => {
      const found = read().find((metric) => metric.name === name)!
      return found.type === "gauge" ? found.read() : []
    }
    await expect.poll(() => outcomes).toEqual(["end"])
    expect(gauge("trivet.jobs.waiting").map(({ value }) => value)).toEqual([3, 0])
    expect(gauge("trivet.jobs.running")[0]).toEqual({ value: 1, attributes: { "trivet.job": "a" } })
    expect(gauge("trivet.jobs.dead")[0]!.value).toBe(2)
    const [oldest, none] = gauge("trivet.jobs.oldest").map(({ value }) => value)
    expect(oldest).toBeGreaterThanOrEqual(60)
    expect(oldest).toBeLessThan(62)
    expect(none).toBe(0)
    own.stop()
    own.start(() => Promise.reject(new Error("unavailable")), outage)
    await expect.poll(() => outcomes).toEqual(["end", "begin"])
    expect(gauge("trivet.jobs.waiting")).toEqual([])
    own.stop()
  })
})
