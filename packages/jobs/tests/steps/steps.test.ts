import { setTimeout as sleep } from "node:timers/promises"
import { Database, inTransaction, postgres } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { sql, type Transaction } from "kysely"
import { type Context, inject, module, post, routes } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { printJob } from "../../src/commands/print-jobs.ts"
import { jobView } from "../../src/page/job-view.ts"
import { job, jobMigrations, Jobs, jobs, step } from "../../src/index.ts"

interface Tables {
  effects: { name: string }
}
declare module "trivet" {
  interface ContextValues {
    steps_trx: Transaction<Tables>
  }
}
class Db extends Database<Tables> {}

const migrations = [
  jobMigrations,
  {
    name: "1-effects",
    up: (db: Database<unknown>) =>
      sql`create table effects (name text unique deferrable initially deferred)`.execute(db),
  } as never,
]

/** What a test does in the handler. */
class Script {
  run: (ctx: Context, db: Db) => Promise<unknown> = async () => undefined
}

class Worker {
  readonly #script = inject(Script)
  readonly #db = inject(Db)

  routes() {
    const whole = [inTransaction(Db, { key: "steps_trx" })]
    return routes([
      job("import", this.import, { retry: { times: 5, delay: 1_000, maxDelay: 1_000 }, timeout: 5_000 }),
      job("late", this.import, { retry: { times: 5, delay: 1_000, maxDelay: 1_000 }, timeout: 200 }),
      job("whole", this.import, { middlewares: whole, retry: 0 }),
      post("/request", this.import),
    ])
  }
  async import(ctx: Context) {
    await this.#script.run(ctx, this.#db)
  }
}

let test: TestDatabase
let app: TestApp
beforeAll(async () => {
  test = await createTestDatabase({ migrations })
})
afterAll(() => test?.drop())
afterEach(() => app.stop())

async function start(store: "PostgreSQL" | "memory", run: Script["run"]): Promise<void> {
  const database = postgres(Db, { url: test.url, statementTimeout: 30_000 })
  const queue = store === "memory" ? jobs() : jobs({ database: Db, imports: [database] })
  app = await createTestApp(
    module({ name: "steps", imports: [database, queue], declarations: [Worker, Script] }),
  )
  app.get(Script).run = run
  await sql`truncate effects`.execute(app.get(Db))
}

/** Enqueues a job and runs its attempts, until it has ended. */
async function runAll(name = "import"): Promise<string> {
  const queue = app.get(Jobs)
  const id = (await queue.enqueue({ kind: { name: "job" }, path: name } as never, undefined as never))!
  for (let attempt = 0; attempt < 20; attempt++) {
    await queue.runDue()
    const { state } = (await queue.find(id))!
    if (state === "done" || state === "dead") return id
    app.clock.advance({ seconds: 2 })
    await sleep(500)
  }
  throw new Error("the job has not ended")
}

const effects = async () =>
  (await app.get(Db).selectFrom("effects").selectAll().execute()).map(({ name }) => name)
const write = (db: Db, name: string) => db.insertInto("effects").values({ name }).execute()

describe.each(["PostgreSQL", "memory"] as const)("step(), jobs in %s", (store) => {
  it("returns the same result in the next attempt, and does not run again", async () => {
    const ran: string[] = []
    const seen: unknown[] = []
    await start(store, async (ctx) => {
      const first = await step(ctx, "first", () => {
        ran.push("first")
        return { at: new Date(0), list: [1, "ü\u0001", null], none: undefined }
      })
      seen.push(first)
      await step(ctx, "nothing", () => void ran.push("nothing"))
      if (ran.filter((name) => name === "last").length === 0) {
        ran.push("last")
        throw new Error("broken")
      }
      await step(ctx, "last", () => ran.push("last"))
    })
    const id = await runAll()
    expect(ran).toEqual(["first", "nothing", "last", "last"])
    expect(seen).toEqual([seen[0], { at: "1970-01-01T00:00:00.000Z", list: [1, "ü\u0001", null] }])
    const found = (await app.get(Jobs).find(id))!
    expect([found.state, found.steps.map(({ name, attempt }) => [name, attempt])]).toEqual([
      "done",
      [
        ["first", 1],
        ["nothing", 1],
        ["last", 2],
      ],
    ])
  })

  it("is listed by `jobs show` and on the page of queues, as text", async () => {
    await start(store, (ctx) => step(ctx, "<i>\u001b[31m", () => 1))
    const { steps, data: _, ...shown } = (await app.get(Jobs).find(await runAll()))!
    expect(printJob({ ...shown, steps, data: null })).toContain(
      `step      <i>\uFFFD[31m (attempt 1, ${steps[0]!.ended.toISOString()})`,
    )
    const page = { path: "/", nonce: "", flash: [], get: () => undefined } as never
    const { pieces } = jobView({ path: "", job: shown, payload: "", steps }, page) as {
      readonly pieces: unknown
    }
    expect(pieces).toContain("<li>&lt;i&gt;")
  })

  it("stores nothing of a step that fails, and runs it again", async () => {
    let runs = 0
    await start(store, async (ctx) => {
      await step(ctx, "fails", () => {
        if (++runs < 3) throw new Error("broken")
      })
    })
    const { steps } = (await app.get(Jobs).find(await runAll()))!
    expect([runs, steps.map(({ name, attempt }) => [name, attempt])]).toEqual([3, [["fails", 3]]])
  })

  it.each([
    ["STEP_NAME_TAKEN", (ctx: Context) => step(ctx, "a", () => 1).then(() => step(ctx, "a", () => 2))],
    ["STEP_NAME_INVALID", (ctx: Context) => step(ctx, "", () => 1)],
    ["STEP_RESULT_INVALID", (ctx: Context) => step(ctx, "a", () => "x".repeat(65_535))],
    ["STEP_RESULT_INVALID", (ctx: Context) => step(ctx, "a", () => () => 1)],
  ])("is the fault %s", async (code, run) => {
    let thrown: unknown
    await start(store, async (ctx) => {
      await run(ctx).catch((error: unknown) => (thrown = error))
    })
    await runAll()
    expect(thrown).toMatchObject({ code })
  })

  it("is a fault outside of jobs", async () => {
    let thrown: unknown
    await start(store, async (ctx) => {
      await step(ctx, "a", () => 1).catch((error: unknown) => (thrown = error))
    })
    await app.request("POST", "/request")
    expect(thrown).toMatchObject({ code: "STEP_WITHOUT_JOB" })
  })

  it("lets an attempt that is too late complete no further step", async () => {
    const ended: string[] = []
    let runs = 0
    const old = Promise.withResolvers<unknown>()
    await start(store, async (ctx) => {
      await step(ctx, "first", () => 1)
      if (++runs > 1) return
      // It does not listen to its signal.
      const slow = step(ctx, "slow", async () => {
        await sleep(1_500)
        ended.push("slow")
      })
      old.resolve(slow.catch((error: unknown) => error))
      await slow.catch(() => undefined)
      await step(ctx, "never", () => ended.push("never")).catch(() => undefined)
      ended.push("over")
    })
    const id = await runAll("late")
    expect(await old.promise).toMatchObject({ code: "JOB_TAKEN_OVER" })
    await expect.poll(() => ended).toEqual(["slow", "over"])
    expect((await app.get(Jobs).find(id))!.steps.map(({ name }) => name)).toEqual(["first"])
  })
})

describe("step(), with queries", () => {
  it("commits its writes with its result, or none of them", async () => {
    let runs = 0
    await start("PostgreSQL", async (ctx, db) => {
      await step(ctx, "one", () => write(db, "one"))
      await step(ctx, "two", async () => {
        await write(db, "two")
        if (++runs < 3) throw new Error("broken")
      })
    })
    await runAll()
    expect(await effects()).toEqual(["one", "two"])
  })

  it("stores no result if its COMMIT fails", async () => {
    let runs = 0
    await start("PostgreSQL", async (ctx, db) => {
      await step(ctx, "one", async () => {
        // COMMIT checks whether the names are unique.
        for (const name of ++runs < 3 ? ["twice", "twice"] : ["once"]) await write(db, name)
      })
    })
    const { steps } = (await app.get(Jobs).find(await runAll()))!
    expect([runs, steps.map(({ name, attempt }) => [name, attempt])]).toEqual([3, [["one", 3]]])
    expect(await effects()).toEqual(["once"])
  })

  it("rolls back what a step has written whose job was cancelled meanwhile", async () => {
    await start("PostgreSQL", async (ctx, db) => {
      await step(ctx, "one", async () => {
        await write(db, "one")
        const [running] = await app.get(Jobs).list({ state: "running" })
        await app.get(Jobs).cancel(running!.id)
      })
    })
    const queue = app.get(Jobs)
    await queue.enqueue({ kind: { name: "job" }, path: "import" } as never, undefined as never)
    await queue.runDue()
    expect(await effects()).toEqual([])
  })

  it("begins its transaction with its first query, so that a download holds no connection", async () => {
    let open: unknown
    await start("PostgreSQL", async (ctx, db) => {
      await step(ctx, "download", async () => {
        await sleep(20)
        open = db.pool.open - db.pool.idle
      })
    })
    await runAll()
    expect(open).toBe(0)
  })

  it("is a fault inside of a transaction, and of another step", async () => {
    const codes: unknown[] = []
    const note = (error: { readonly code?: string }) => void codes.push(error.code)
    await start("PostgreSQL", async (ctx, db) => {
      await step(ctx, "outer", () => step(ctx, "inner", () => 1).then(() => undefined, note))
      await db.transact(() => step(ctx, "within", () => 1).then(() => undefined, note))
    })
    await runAll()
    app.get(Script).run = (ctx) => step(ctx, "a", () => 1).then(() => undefined, note)
    await app.get(Jobs).enqueue({ kind: { name: "job" }, path: "whole" } as never, undefined as never)
    await app.get(Jobs).runDue()
    expect(codes.slice(0, 2)).toEqual(["STEP_IN_TRANSACTION", "STEP_IN_TRANSACTION"])
  })

  it("deletes the steps with their job", async () => {
    await start("PostgreSQL", (ctx) => step(ctx, "one", () => 1))
    const id = await runAll()
    expect((await app.get(Jobs).find(id))!.steps).toHaveLength(1)
    await app.get(Jobs).delete(id)
    expect(
      (await sql`select from pgboss.job_step where job_id = ${id}`.execute(app.get(Db))).rows,
    ).toHaveLength(0)
  })
})
