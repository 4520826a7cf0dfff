import { type Generated, sql } from "kysely"
import { type Context, type Fault, post, routes } from "trivet"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../src/testing/test-database.ts"
import { Database } from "../../src/database.ts"
import { PostgresKeyValue } from "../../src/postgres-key-value.ts"
import { inTransaction } from "../../src/transactions/transaction.ts"
import { transferAppWith } from "./attacked/transfer-app.ts"
import { createTables, TransferDb } from "./attacked/transfers.ts"

interface Tables {
  marks: { id: Generated<number>; name: string }
}
class Db extends Database<Tables> {}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

describe.each(["PostgreSQL", "PGlite"])("a query inside transact() on %s", (kind) => {
  let db: Db
  let keys: PostgresKeyValue
  beforeAll(async () => {
    db = new Db({
      url: kind === "PGlite" ? "pglite://memory" : test.url,
      statementTimeout: 5_000,
      production: false,
    })
    await sql`create table marks (id serial primary key, name text not null)`.execute(db)
    keys = new PostgresKeyValue(db)
    await keys.onStart()
  })
  afterAll(() => db.onStop())

  const names = async () => (await db.selectFrom("marks").select("name").execute()).map(({ name }) => name)
  const failing = (work: (trx: Parameters<Parameters<Db["transact"]>[0]>[0]) => Promise<unknown>) =>
    db
      .transact(async (trx) => {
        await work(trx)
        throw new Error("rolled back")
      })
      .catch((error: Error) => error.message)

  it("is an error that names both places when it is not on the transaction", async () => {
    const left = () => db.insertInto("marks").values({ name: "left" }).execute()
    const said = await failing(left)
    expect(said).toMatch(
      /The query at \S*left-transactions\.test\.ts:\d+:\d+ runs while the transaction of \S*left-transactions\.test\.ts:\d+:\d+ is open/,
    )
    const fault = (await db.transact(left).catch((error: unknown) => error)) as Fault
    expect(fault.code).toBe("QUERY_OUTSIDE_TRANSACTION")
    expect(fault.where).toMatch(/left-transactions\.test\.ts:\d+:\d+$/)
    expect(fault.fix).toContain("`db.outsideTransaction()`")
    const prepared = db.prepare((on, name: string) => on.insertInto("marks").values({ name }))
    expect(await failing(() => prepared.run("left too"))).toContain("is not part of it")
    expect(await failing(() => db.transact(async () => undefined))).toContain("is not part of it")
    expect(await names()).toEqual([])
  })

  it("is part of it on the transaction, prepared ones too", async () => {
    const prepared = db.prepare((on, name: string) => on.insertInto("marks").values({ name }))
    await db.transact(async (trx) => {
      await trx.insertInto("marks").values({ name: "one" }).execute()
      await prepared.on(trx).run("two")
    })
    expect(await names()).toEqual(["one", "two"])
    await sql`truncate marks`.execute(db)
  })

  it("leaves it on purpose with outsideTransaction(), and key-value stores leave it by themselves", async () => {
    expect(
      await failing(async () => {
        await db.outsideTransaction().insertInto("marks").values({ name: "kept" }).execute()
        await keys.set("seen", "yes")
      }),
    ).toBe("rolled back")
    // PGlite has one session, so there it is rolled back with the rest.
    const stays = kind === "PostgreSQL"
    expect(await names()).toEqual(stays ? ["kept"] : [])
    expect(await keys.get("seen")).toBe(stays ? "yes" : undefined)
  })
})

describe.each(["PostgreSQL", "PGlite"])("a query behind inTransaction() on %s", (kind) => {
  it("is an error that names its place and the route when it is not on the transaction", async () => {
    const url = kind === "PGlite" ? "pglite://memory" : test.url
    const app = await transferAppWith({ url }, (db) => {
      const leave = async (ctx: Context<string, "trx">) => {
        await ctx.get("trx").insertInto("debits").values({ id: "inside" }).execute()
        await db.insertInto("debits").values({ id: "left" }).execute()
      }
      return routes([post("/left", leave, { middlewares: [inTransaction(TransferDb)] })])
    })
    const db = app.get(TransferDb)
    await createTables.execute(db)
    expect((await app.request("POST", "/left")).status).toBe(500)
    expect(JSON.stringify(app.logs.at(-1))).toMatch(
      /The query at \S*left-transactions\.test\.ts:\d+:\d+ runs while the transaction of `POST \/left` is open/,
    )
    expect(await db.selectFrom("debits").selectAll().execute()).toEqual([])
    await app.stop()
  })
})

describe("a query inside transact() in production", () => {
  it("is not checked", async () => {
    const db = new Db({ url: test.url, statementTimeout: 5_000, production: true })
    await db.transact(async () =>
      expect(await sql`select 1 as one`.execute(db)).toMatchObject({ rows: [{ one: 1 }] }),
    )
    await db.onStop()
  })
})
