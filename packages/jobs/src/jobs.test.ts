import { AsyncLocalStorage } from "node:async_hooks"
import { afterEach, describe, expect, it } from "vitest"
import {
  callLog,
  type Context,
  contract,
  cors,
  dto,
  group,
  implement,
  inject,
  module,
  type Next,
  PublicError,
  routes,
} from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { cron, job, Jobs, currentJob, jobs, PermanentFailure } from "./index.ts"

const Receipts = contract({
  send: job("send", { accepts: { body: dto({ order: "required,integer", secret: "" }) }, retry: 1 }),
  refresh: job("refresh", { accepts: { body: dto({ page: "required" }) }, unique: true }),
  refreshUser: job("refresh-user", {
    accepts: { body: dto({ user: "required", page: "required" }) },
    unique: ({ user }: { readonly user: string }) => user,
  }),
  empty: job("empty"),
})

const log: unknown[] = []

const noted = {
  async handle(_: Context, next: Next) {
    log.push("before")
    return next()
  },
}

class ReceiptJobs {
  routes() {
    return routes([
      group("receipts", [noted], implement(Receipts, this)),
      cron("30 3 * * *", "receipts/sweep", this.sweep, { zone: "Europe/Berlin" }),
    ])
  }
  async send(ctx: Context<typeof Receipts.send>) {
    const { order } = await ctx.bind()
    log.push([order, currentJob(ctx)!.attempt])
    if (order === 13) throw new PublicError(503, "no paper")
    if (order === 16) throw new PermanentFailure("no such printer")
    if (order === 14) return { error: "no ink" }
    return order === 15 ? ctx.status(404).json({ order }) : undefined
  }
  refresh() {}
  refreshUser() {}
  empty(ctx: Context) {
    log.push(currentJob(ctx))
  }
  sweep() {
    log.push("swept")
  }
}

class Orders {
  readonly jobs = inject(Jobs)
}

const App = module({ name: "shop", imports: [jobs()], declarations: [ReceiptJobs, Orders] })
const opened: TestApp[] = []

async function start() {
  log.length = 0
  const app = await createTestApp(App, { middlewares: [callLog(), cors({ origin: "https://a.example" })] })
  opened.push(app)
  return { app, queue: app.get(Orders).jobs }
}

afterEach(async () => {
  for (const app of opened.splice(0)) await app.stop()
})

describe("enqueue()", () => {
  it("adds a job that runs with its payload, behind its middlewares", async () => {
    const { app, queue } = await start()
    const id = await queue.enqueue(Receipts.send, { order: 7 })
    expect(log).toEqual([])
    expect(await queue.runDue()).toBe(1)
    expect(log).toEqual(["before", [7, 1]])
    expect(await queue.find(id!)).toMatchObject({ job: "receipts/send", state: "done", data: { order: 7 } })
    expect(app.logs.at(-1)).toMatchObject({ route: "receipts/send", status: 204 })
  })

  it("takes jobs without a payload", async () => {
    const { queue } = await start()
    const id = await queue.enqueue(Receipts.empty)
    await queue.runDue()
    expect(log).toMatchObject(["before", { id, attempt: 1 }])
  })

  it("rejects a payload that does not match, a job of another application, and a transaction", async () => {
    const { queue } = await start()
    await expect(queue.enqueue(Receipts.send, { order: "7" as never })).rejects.toMatchObject({
      code: "JOB_PAYLOAD_INVALID",
      message: expect.stringMatching(/`receipts\/send` does not match its schema: order /) as string,
    })
    await expect(queue.enqueue(job("other"))).rejects.toMatchObject({ code: "JOB_UNKNOWN" })
    await expect(queue.enqueue(Receipts.empty, undefined, { trx: {} })).rejects.toMatchObject({
      code: "JOBS_WITHOUT_TRANSACTION",
    })
  })

  it("notifies a tool, in the scope of the code that enqueues", async () => {
    const { queue } = await start()
    const scope = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    queue.watch((added) => seen.push([scope.getStore(), added]))
    await scope.run("a call", () => queue.enqueue(Receipts.send, { order: 7 }))
    await queue.enqueue(Receipts.refresh, { page: "a" })
    await queue.enqueue(Receipts.refresh, { page: "a" })
    expect(seen).toEqual([
      ["a call", { job: "receipts/send", data: { order: 7 } }],
      [undefined, { job: "receipts/refresh", data: { page: "a" } }],
    ])
  })

  it("waits for the delay", async () => {
    const { app, queue } = await start()
    await queue.enqueue(Receipts.send, { order: 7 }, { delay: 60_000 })
    app.clock.advance({ seconds: 59 })
    expect(await queue.runDue()).toBe(0)
    app.clock.advance({ seconds: 1 })
    expect(await queue.runDue()).toBe(1)
  })

  it("adds a unique job once while it waits, by its payload or by a key", async () => {
    const { queue } = await start()
    expect(await queue.enqueue(Receipts.refresh, { page: "a" })).toBeTypeOf("string")
    expect(await queue.enqueue(Receipts.refresh, { page: "a" })).toBeUndefined()
    expect(await queue.enqueue(Receipts.refresh, { page: "b" })).toBeTypeOf("string")
    expect(await queue.enqueue(Receipts.refreshUser, { user: "u", page: "a" })).toBeTypeOf("string")
    expect(await queue.enqueue(Receipts.refreshUser, { user: "u", page: "b" })).toBeUndefined()
    expect(await queue.runDue()).toBe(3)
    expect(await queue.enqueue(Receipts.refresh, { page: "a" })).toBeTypeOf("string")
  })
})

describe("a failed attempt", () => {
  it.each([
    [13, /no paper/],
    [14, /^no ink$/],
    [15, /^the handler returned the status 404$/],
  ])("is repeated after a delay, and the job is dead after the last: order %i", async (order, error) => {
    const { app, queue } = await start()
    const id = (await queue.enqueue(Receipts.send, { order }))!
    expect(await queue.runDue()).toBe(1)
    expect(await queue.find(id)).toMatchObject({ state: "waiting", attempts: 1 })
    app.clock.advance({ milliseconds: 999 })
    expect(await queue.runDue()).toBe(0)
    app.clock.advance({ milliseconds: 1 })
    expect(await queue.runDue()).toBe(1)
    const dead = await queue.find(id)
    expect(dead).toMatchObject({ state: "dead", attempts: 2 })
    expect(dead!.error).toMatch(error)
    expect(await queue.retry(id)).toBe(true)
    expect(await queue.runDue()).toBe(1)
    expect(await queue.list({ state: "dead" })).toHaveLength(1)
  })

  it("is the last one if it throws a PermanentFailure", async () => {
    const { app, queue } = await start()
    const id = (await queue.enqueue(Receipts.send, { order: 16 }))!
    expect(await queue.runDue()).toBe(1)
    const dead = await queue.find(id)
    expect(dead).toMatchObject({ state: "dead", attempts: 1 })
    expect(dead!.error).toMatch(/^PermanentFailure: no such printer/)
    expect(app.logs.some(({ msg }) => msg === "a job has failed for the last time")).toBe(true)
  })

  it("is logged without the payload", async () => {
    const { app, queue } = await start()
    await queue.enqueue(Receipts.send, { order: 13, secret: "hunter2" })
    await queue.runDue()
    expect(app.logs.some(({ msg }) => msg === "an attempt of a job has failed")).toBe(true)
    expect(JSON.stringify(app.logs)).not.toContain("hunter2")
  })
})

describe("cron()", () => {
  it("runs at its time in its zone, once", async () => {
    const { app, queue } = await start()
    app.clock.advance({ hours: 2, minutes: 29, seconds: 59 })
    expect(await queue.runDue()).toBe(0)
    app.clock.advance({ seconds: 1 })
    expect(await queue.runDue()).toBe(1)
    expect(await queue.runDue()).toBe(0)
    app.clock.advance({ days: 1 })
    expect(await queue.runDue()).toBe(1)
    expect(log).toEqual(["swept", "swept"])
  })
})

describe("cancel()", () => {
  it("cancels a waiting job, which can be retried", async () => {
    const { queue } = await start()
    const id = (await queue.enqueue(Receipts.empty))!
    expect(await queue.cancel(id)).toBe(true)
    expect(await queue.cancel(id)).toBe(false)
    expect(await queue.runDue()).toBe(0)
    expect(await queue.retry(id)).toBe(true)
    expect(await queue.runDue()).toBe(1)
    expect(await queue.retry(id)).toBe(false)
  })
})

describe("jobs()", () => {
  it("rejects unknown options and impossible values", () => {
    expect(() => jobs({ concurency: 3 } as object)).toThrow(/write `concurrency`/)
    expect(() => jobs({ concurrency: 0 })).toThrow(/`concurrency` of `jobs\(\)` is 0/)
    expect(() => jobs({ takeOverAfter: 9_999 })).toThrow(/at least 10000|is 9999/)
  })
})
