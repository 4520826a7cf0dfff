import { describe, expect, it } from "vitest"
import { Database, postgres, transaction } from "@trivet/postgres"
import { sql, type Transaction } from "kysely"
import { type Context, contract, dto, implement, inject, module, post, routes } from "trivet"
import { createTestApp } from "trivet/testing"
import { job, jobMigrations, Jobs, jobs } from "./index.ts"

interface Tables {
  readonly effects: { readonly order: number }
}
declare module "trivet" {
  interface ContextValues {
    receipts_trx: Transaction<Tables>
  }
}
class Db extends Database<Tables> {}
const inTransaction = transaction(Db, { key: "receipts_trx" })
const Receipts = contract({
  send: job("receipts/send", { accepts: { body: dto({ order: "required,integer" }) }, retry: 1 }),
})
class ReceiptJobs {
  readonly #jobs = inject(Jobs)
  routes() {
    return routes([
      ...implement(Receipts, this, { send: [inTransaction] }),
      post("/orders/:id", this.order, { middlewares: [inTransaction] }),
    ])
  }
  async send(ctx: Context<typeof Receipts.send, "receipts_trx">) {
    const { order } = await ctx.bind()
    await sql`insert into effects values (${order})`.execute(ctx.get("receipts_trx"))
    if (order === 13) return { error: "no paper" }
    return undefined
  }
  async order(ctx: Context<"/orders/:id", "receipts_trx">) {
    await this.#jobs.enqueue(
      Receipts.send,
      { order: Number(ctx.param("id")) },
      { trx: ctx.get("receipts_trx") },
    )
    return ctx.status(ctx.param("id") === "9" ? 409 : 201).json({})
  }
}
for (const url of ["pglite://memory", "postgres://postgres@127.0.0.1:5432/postgres"])
  describe(url, () => {
    it("runs", async () => {
      const DbModule = postgres(Db, { url, migrations: [jobMigrations], migrateAtStart: true })
      const app = await createTestApp(
        module({
          name: "shop",
          imports: [DbModule, jobs({ database: Db, imports: [DbModule] })],
          declarations: [ReceiptJobs],
        }),
      )
      const queue = app.get(Jobs)
      const db = app.get(Db)
      await sql`create table if not exists effects ("order" int)`.execute(db)
      await sql`delete from effects`.execute(db)
      await sql`delete from pgboss.job`.execute(db)
      await app.request("POST", "/orders/7")
      await app.request("POST", "/orders/9")
      await app.request("POST", "/orders/13")
      expect(await queue.runDue()).toBe(2)
      expect((await sql`select * from effects`.execute(db)).rows).toEqual([{ order: 7 }])
      await new Promise((go) => setTimeout(go, 2500))
      expect(await queue.runDue()).toBe(1)
      expect(await queue.list()).toMatchObject([{ state: "dead", error: "no paper" }, { state: "done" }])
      await app.stop()
    }, 30_000)
  })
