import { Database, postgres, inTransaction } from "@trivet/postgres"
import { createTestDatabase } from "@trivet/postgres/testing"
import { sql, type Transaction } from "kysely"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Context, contract, dto, implement, inject, module, post, routes } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { job, jobMigrations, Jobs, jobs } from "./index.ts"

interface Tables {
  readonly effects: { readonly id: number }
}
declare module "trivet" {
  interface ContextValues {
    receipts_trx: Transaction<Tables>
  }
}

class Db extends Database<Tables> {}
/** What happens while a job runs, for a test. */
const meanwhile: { run?: () => Promise<unknown> } = {}
const inItsTransaction = inTransaction(Db, { key: "receipts_trx" })
/** A savepoint behind the other one. */
const slowly = inTransaction(Db, { key: "receipts_trx", timeout: 30_000 })

const Receipts = contract({
  send: job("receipts/send", { accepts: { body: dto({ order: "required,integer" }) }, retry: 0 }),
  archive: job("receipts/archive", { accepts: { body: dto({ order: "required,integer" }) }, retry: 0 }),
})

class ReceiptJobs {
  readonly #jobs = inject(Jobs)
  readonly #db = inject(Db)

  routes() {
    return routes([
      ...implement(Receipts, this, { send: [inItsTransaction], archive: [inItsTransaction, slowly] }),
      post("/orders/:id", this.order, { middlewares: [inItsTransaction] }),
      post("/savepoints/:id", this.savepoint),
    ])
  }
  async send(ctx: Context<typeof Receipts.send, "receipts_trx">) {
    const { order } = await ctx.bind()
    await ctx.get("receipts_trx").insertInto("effects").values({ id: order }).execute()
    await meanwhile.run?.()
    return order === 13 ? { error: "no paper" } : undefined
  }
  async archive(ctx: Context<typeof Receipts.archive, "receipts_trx">) {
    const { order } = await ctx.bind()
    await this.#db.insertInto("effects").values({ id: order }).execute()
    return order === 41 ? { error: "no room" } : undefined
  }
  async order(ctx: Context<"/orders/:id", "receipts_trx">) {
    const order = Number(ctx.param("id"))
    // The first names its transaction, the second does not.
    await this.#jobs.enqueue(Receipts.send, { order }, order === 7 ? { trx: ctx.get("receipts_trx") } : {})
    return ctx.status(order === 9 ? 409 : 201).json({})
  }
  async savepoint(ctx: Context<"/savepoints/:id">) {
    const order = Number(ctx.param("id"))
    await this.#db.transact(async () => {
      const fails = this.#db.transact(async () => {
        await this.#jobs.enqueue(Receipts.send, { order: order + 1 })
        throw new Error("rolled back")
      })
      await this.#jobs.enqueue(Receipts.send, { order })
      await fails.catch(() => undefined)
    })
    return {}
  }
}

const { url } = await createTestDatabase({ url: "pglite://memory", migrations: [jobMigrations] })
const DbModule = postgres(Db, { url, migrations: [jobMigrations], migrateAtStart: true })
const Shop = module({
  name: "shop",
  imports: [DbModule, jobs({ database: Db, imports: [DbModule] })],
  declarations: [ReceiptJobs],
})

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(Shop)
  await sql`create table effects (id int)`.execute(app.get(Db))
})
afterAll(() => app.stop())

describe("jobs({ database }) on PGlite", () => {
  it("enqueues with the transaction of a route, and not at all if it is rolled back", async () => {
    const replies = [await app.request("POST", "/orders/7"), await app.request("POST", "/orders/9")]
    expect(replies.map(({ status }) => status)).toEqual([201, 409])
    const waiting = await app.get(Jobs).list({ state: "waiting" })
    expect(waiting).toHaveLength(1)
    expect((await app.get(Jobs).find(waiting[0]!.id))!.data).toEqual({ order: 7 })
  })

  it("completes a job with its effects, and rolls them back if the attempt fails", async () => {
    await app.request("POST", "/orders/13")
    expect(await app.get(Jobs).runDue()).toBe(2)
    expect(await app.get(Db).selectFrom("effects").select("id").execute()).toEqual([{ id: 7 }])
    expect(await app.get(Jobs).list()).toMatchObject([
      { state: "dead", error: "no paper" },
      { state: "done" },
    ])
  })

  it("rolls the effects back if the job is no longer its own when it ends", async () => {
    const id = (await app.get(Jobs).enqueue(Receipts.send, { order: 21 }))!
    // On PGlite all of it is one session, so this is part of the transaction, as if another had been faster.
    meanwhile.run = () => app.get(Jobs).cancel(id)
    expect(await app.get(Jobs).runDue()).toBe(1)
    delete meanwhile.run
    expect(await app.get(Db).selectFrom("effects").select("id").where("id", "=", 21).execute()).toEqual([])
    expect(
      app.logs.some(({ err }) => (err as { code?: unknown } | undefined)?.code === "JOB_TAKEN_OVER"),
    ).toBe(true)
  })

  it("completes a job once if a second middleware sets a savepoint", async () => {
    const enqueue = (order: number) => app.get(Jobs).enqueue(Receipts.archive, { order })
    const [kept, failed] = [(await enqueue(40))!, (await enqueue(41))!]
    await app.get(Jobs).runDue()
    expect(await app.get(Jobs).find(kept)).toMatchObject({ state: "done", error: undefined })
    expect(await app.get(Jobs).find(failed)).toMatchObject({ state: "dead", error: "no room" })
    const effects = app.get(Db).selectFrom("effects").select("id").where("id", ">=", 40)
    expect(await effects.execute()).toEqual([{ id: 40 }])
  })

  it("enqueues with a savepoint, and not at all if that is rolled back", async () => {
    expect((await app.request("POST", "/savepoints/30")).status).toBe(200)
    const [waiting, ...others] = await app.get(Jobs).list({ state: "waiting" })
    expect(others).toEqual([])
    expect((await app.get(Jobs).find(waiting!.id))!.data).toEqual({ order: 30 })
  })
})

class Printer {
  routes() {
    return routes([job("print", () => undefined, { accepts: { body: dto({ order: "required,integer" }) } })])
  }
}

describe("jobs() in memory", () => {
  it("enqueues when a transaction commits, and not at all if it is rolled back", async () => {
    const shop = await createTestApp(module({ name: "print", imports: [jobs()], declarations: [Printer] }))
    const [db, queue] = [app.get(Db), shop.get(Jobs)]
    let during = -1
    const enqueue = (order: number) =>
      db.transact(async () => {
        await queue.enqueue(job("print"), { order } as never)
        during = (await queue.list()).length
        if (order === 2) throw new Error("rolled back")
      })
    await enqueue(1)
    await expect(enqueue(2)).rejects.toThrow("rolled back")
    const listed = await queue.list()
    expect([during, listed.length]).toEqual([1, 1])
    expect((await queue.find(listed[0]!.id))!.data).toEqual({ order: 1 })
    await shop.stop()
  })
})
