import { type Generated, sql } from "kysely"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "./testing/test-database.ts"
import type { TestDatabase } from "./testing/test-server.ts"
import { DatabaseError, DatabaseUnavailable, isUniqueViolation } from "./connection/database-error.ts"
import { Database } from "./database.ts"

interface Tables {
  accounts: { id: Generated<number>; name: string; balance: number }
}
class Db extends Database<Tables> {}

let test: TestDatabase
const opened: Db[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  const db = open()
  await sql`create table accounts (id serial primary key, name text unique, balance int not null)`.execute(db)
})
afterAll(async () => {
  for (const db of opened) await db.onStop()
  await test.drop()
})

function open(options: ConstructorParameters<typeof Db>[0] = {}): Db {
  const db = new Db({ url: test.url, statementTimeout: 5_000, ...options })
  opened.push(db)
  return db
}

async function account(db: Db, name: string, balance: number): Promise<number> {
  const row = await db
    .insertInto("accounts")
    .values({ name, balance })
    .returning("id")
    .executeTakeFirstOrThrow()
  return row.id
}

describe("Database", () => {
  it("is a Kysely instance, typed by the application's tables", async () => {
    const db = open()
    const id = await account(db, "ada", 5)
    expect(await db.selectFrom("accounts").select("balance").where("id", "=", id).execute()).toEqual([
      { balance: 5 },
    ])
    const { numUpdatedRows } = await db
      .updateTable("accounts")
      .set({ balance: 6 })
      .where("id", "=", id)
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    // @ts-expect-error the column "missing" is not in the table
    await expect(db.selectFrom("accounts").select("missing").execute()).rejects.toThrow("missing")
  })

  it("names the violated constraint, and keeps the driver's error as the cause", async () => {
    const db = open()
    await account(db, "grace", 1)
    const refused = await account(db, "grace", 2).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseError)
    expect(refused).not.toHaveProperty("publicMessage")
    expect(isUniqueViolation(refused)).toBe(true)
    expect(isUniqueViolation(refused, "accounts_name_key")).toBe(true)
    expect(isUniqueViolation(refused, "another")).toBe(false)
    expect((refused as Error).cause).toMatchObject({ severity: "ERROR", code: "23505" })
    expect((refused as Error).stack).toContain("database.test.ts")
  })

  it("ends a statement that takes too long, with 503", async () => {
    const db = open({ statementTimeout: 200 })
    const failed = await sql`select pg_sleep(5)`.execute(db).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(DatabaseUnavailable)
    expect(failed).toMatchObject({ status: 503, code: "57014", headers: { "Retry-After": "1" } })
    expect((failed as Error).message).toBe(
      "The database cancelled a statement, see `statementTimeout`: canceling statement due to statement timeout",
    )
    expect((failed as DatabaseUnavailable).publicMessage).not.toContain("statement")
    expect(db.pool).toMatchObject({ open: 1, idle: 1 })
  })

  it("waits for a connection only so long, then fails with 503, and leaks none", async () => {
    const db = open({ maxConnections: 2, acquireTimeout: 200 })
    const busy = [1, 2].map(() => sql`select pg_sleep(2)`.execute(db))
    await expect.poll(() => db.pool).toEqual({ open: 2, idle: 0, waiting: 0 })
    const failed = await Promise.allSettled(
      Array.from({ length: 20 }, () => db.selectFrom("accounts").selectAll().execute()),
    )
    expect(
      failed.every((one) => one.status === "rejected" && one.reason instanceof DatabaseUnavailable),
    ).toBe(true)
    await Promise.all(busy)
    expect(db.pool).toEqual({ open: 2, idle: 2, waiting: 0 })
  })

  it("does not hand on a connection with a transaction that somebody left open", async () => {
    const db = open({ maxConnections: 1 })
    await db.connection().execute(async (one) => {
      await sql`begin`.execute(one)
      await sql`insert into accounts (name, balance) values ('lost', 1)`.execute(one)
    })
    expect(await db.selectFrom("accounts").selectAll().where("name", "=", "lost").execute()).toEqual([])
  })

  it("says what is wrong at once when the database does not exist, and never the password", async () => {
    const url = new URL(test.url)
    url.pathname = "/no_such_database"
    url.password = "hunter2"
    const db = open({ url: url.href })
    const began = performance.now()
    const failed = await db.onStart().catch((error: unknown) => error)
    expect(performance.now() - began).toBeLessThan(8_000)
    expect(failed).toMatchObject({ code: "3D000" })
    expect(JSON.stringify(failed) + String((failed as Error).stack)).not.toContain("hunter2")
  })

  it("raises a fault for an invalid URL without showing it", () => {
    expect(() => new Db({ url: "mysql://me:hunter2@host/db" })).toThrow(/^`DATABASE_URL` does not begin with/)
    expect(() => new Db({ url: test.url, maxConnections: 0 })).toThrow(
      "`maxConnections` of the database is 0",
    )
    expect(() => new Db({ url: "", production: true })).toThrow(
      "`DATABASE_URL` is not set, and production needs",
    )
  })
})

describe("transact", () => {
  it("commits what was done, and nothing when the work throws", async () => {
    const db = open()
    await db.transact((trx) => trx.insertInto("accounts").values({ name: "kept", balance: 1 }).execute())
    const thrown = new Error("changed my mind")
    const failed = db.transact(async (trx) => {
      await trx.insertInto("accounts").values({ name: "undone", balance: 1 }).execute()
      throw thrown
    })
    await expect(failed).rejects.toBe(thrown)
    const rows = await db
      .selectFrom("accounts")
      .select("name")
      .where("name", "in", ["kept", "undone"])
      .execute()
    expect(rows).toEqual([{ name: "kept" }])
  })

  it("runs nothing after its rollback that was begun before it", async () => {
    const db = open()
    await account(db, "taken", 1)
    const failed = db.transact((trx) => {
      const add = (name: string) => trx.insertInto("accounts").values({ name, balance: 1 }).execute()
      return Promise.all(["taken", "second", "third", "fourth"].map(add))
    })
    await expect(failed).rejects.toMatchObject({ code: "23505" })
    // It waits for what may still be on its way: the pool closes only connections that were given back.
    await db.onStop()
    const names = open()
      .selectFrom("accounts")
      .select("name")
      .where("name", "in", ["second", "third", "fourth"])
    expect(await names.execute()).toEqual([])
  })

  it("runs again when another transaction stood in its way, so that no increment is lost", async () => {
    const db = open({ acquireTimeout: 10_000 })
    const id = await account(db, "serial", 0)
    let runs = 0
    const add = () =>
      db.transact(
        async (trx) => {
          runs++
          const row = await trx
            .selectFrom("accounts")
            .selectAll()
            .where("id", "=", id)
            .executeTakeFirstOrThrow()
          await trx
            .updateTable("accounts")
            .set({ balance: row.balance + 1 })
            .where("id", "=", id)
            .execute()
        },
        { isolation: "serializable", attempts: 50 },
      )
    await Promise.all(Array.from({ length: 20 }, add))
    const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    expect(row.balance).toBe(20)
    expect(runs).toBeGreaterThan(20)
  })

  it("runs again after a deadlock", async () => {
    const db = open()
    const [one, other] = [await account(db, "left", 0), await account(db, "right", 0)]
    const touch = (trx: Pick<Db, "updateTable">, id: number) =>
      trx
        .updateTable("accounts")
        .set((eb) => ({ balance: eb("balance", "+", 1) }))
        .where("id", "=", id)
        .execute()
    const inOrder = (ids: readonly number[]) =>
      db.transact(async (trx) => {
        await touch(trx, ids[0]!)
        await sql`select pg_sleep(0.2)`.execute(trx)
        await touch(trx, ids[1]!)
      })
    await Promise.all([inOrder([one, other]), inOrder([other, one])])
    const rows = await db.selectFrom("accounts").select("balance").where("id", "in", [one, other]).execute()
    expect(rows).toEqual([{ balance: 2 }, { balance: 2 }])
  })

  it("gives up after its attempts, with 503", async () => {
    const db = open()
    let runs = 0
    const failed = db.transact(
      async (trx) => {
        runs++
        await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(trx)
      },
      { attempts: 3 },
    )
    await expect(failed).rejects.toMatchObject({ status: 503, code: "40001" })
    expect(runs).toBe(3)
  })

  it("lets slow work have more time, and only that work", async () => {
    const db = open({ statementTimeout: 200, maxConnections: 1 })
    await db.transact((trx) => sql`select pg_sleep(0.6)`.execute(trx), { timeout: 5_000 })
    await expect(sql`select pg_sleep(0.6)`.execute(db)).rejects.toMatchObject({ code: "57014" })
  })

  it("refuses writes where it only reads", async () => {
    const db = open()
    const write = db.transact((trx) => trx.deleteFrom("accounts").execute(), { readOnly: true })
    await expect(write).rejects.toMatchObject({ code: "25006" })
  })
})

describe("prepare", () => {
  it("compiles once and takes its arguments at each call", async () => {
    const db = open()
    const byName = db.prepare((q, name: string, least: number) =>
      q
        .selectFrom("accounts")
        .select(["name", "balance"])
        .where("name", "=", name)
        .where("balance", ">=", least)
        .limit(10),
    )
    await account(db, "prepared", 7)
    expect(await byName.first("prepared", 1)).toEqual({ name: "prepared", balance: 7 })
    expect(await byName.all("prepared", 8)).toEqual([])
    // @ts-expect-error a name is a text
    await expect(byName.first(7, "x")).rejects.toThrow("invalid input syntax")
    // @ts-expect-error two arguments
    await expect(byName.first("prepared")).rejects.toThrow("takes 2 arguments was run with 1")
    const set = db.prepare((q, balance: number, name: string) =>
      q.updateTable("accounts").set({ balance }).where("name", "=", name),
    )
    expect(await set.run(9, "prepared")).toBe(1)
    expect((await byName.first("prepared", 0))?.balance).toBe(9)
  })

  it("refuses a function that looks at its arguments, or leaves one out", () => {
    const db = open()
    expect(() =>
      db.prepare((q, name: string) => q.selectFrom("accounts").select("id").where("name", "=", `${name}!`)),
    ).toThrow("Argument 1 of a prepared query was read while")
    expect(() => db.prepare((q, _name: string) => q.selectFrom("accounts").select("id"))).toThrow(
      "Argument 1 of a prepared query does not occur in the query",
    )
  })

  it("takes part in a transaction", async () => {
    const db = open()
    const insert = db.prepare((q, name: string) => q.insertInto("accounts").values({ name, balance: 0 }))
    const findIn = (handle: Db) =>
      handle.prepare((q, name: string) => q.selectFrom("accounts").select("id").where("name", "=", name))
    const [find, findElsewhere] = [findIn(db), findIn(open())]
    const failed = db.transact(async (trx) => {
      expect(await insert.on(trx).run("inside")).toBe(1)
      expect(await find.on(trx).first("inside")).toBeDefined()
      expect(await findElsewhere.first("inside")).toBeUndefined()
      throw new Error("the work fails")
    })
    await expect(failed).rejects.toThrow("the work fails")
    expect(await find.first("inside")).toBeUndefined()
  })

  it("keeps its statements when PostgreSQL does not support what a client asks for", async () => {
    const db = open({ maxConnections: 1 })
    const truncate = db.prepare((_, unit: string) => sql`select date_trunc(${unit}, now())`)
    for (let time = 0; time < 5; time++)
      await expect(truncate.first("timezone")).rejects.toMatchObject({ code: "0A000" })
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(
      db,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it("goes on when the table changes under a statement that PostgreSQL keeps", async () => {
    const db = open({ maxConnections: 2 })
    await sql`create table shapes (id int); insert into shapes values (1)`.execute(db)
    const all = db.prepare(() => sql<Record<string, unknown>>`select * from shapes`)
    await Promise.all([all.all(), all.all()])
    await sql`alter table shapes add column size int default 3`.execute(db)
    expect(await all.all()).toEqual([{ id: 1, size: 3 }])
    await sql`alter table shapes add column colour text`.execute(db)
    const inside = await db.transact((trx) => all.on(trx).all())
    expect(inside).toEqual([{ id: 1, size: 3, colour: null }])
    expect(await Promise.all([all.first(), all.first()])).toEqual([inside[0], inside[0]])
  })
})
