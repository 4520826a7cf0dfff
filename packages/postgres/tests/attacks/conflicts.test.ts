import { type Generated, sql } from "kysely"
import { MemoryTopics, post, routes } from "trivet"
import type { TestApp } from "trivet/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"
import { Database, inTransaction } from "../../src/index.ts"
import { transferAppWith } from "./attacked/transfer-app.ts"
import { createTables, TransferDb } from "./attacked/transfers.ts"

class Db extends Database<{ counters: { id: Generated<number>; n: number } }> {}

class CountedTopics extends MemoryTopics {
  delivered = 0

  protected override deliver(topic: string, text: string): Promise<string> {
    this.delivered++
    return super.deliver(topic, text)
  }
}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

describe("a transaction with savepoints that conflicts with others", () => {
  let db: Db
  let topics: CountedTopics
  beforeAll(async () => {
    db = new Db({ url: test.url, statementTimeout: 20_000, acquireTimeout: 20_000 })
    await sql`create table counters (id int primary key, n int not null)`.execute(db)
  })
  afterAll(() => db.onStop())
  beforeEach(async () => {
    topics = new CountedTopics()
    await sql`truncate counters`.execute(db)
    await sql`insert into counters values (1, 0), (2, 0)`.execute(db)
  })

  const counter = (id: number) =>
    db.selectFrom("counters").select("n").where("id", "=", id).executeTakeFirstOrThrow()
  const write = (id: number, n: number) =>
    db.updateTable("counters").set({ n }).where("id", "=", id).execute()

  it.each(["serializable", "repeatable read"] as const)(
    "is repeated as a whole with %s: no update is lost, and each is published once",
    async (isolation) => {
      let attempts = 0
      const add = () =>
        db.transact(
          async () => {
            attempts++
            const { n } = await db.transact(() => counter(1))
            await topics.publish("counted", n)
            await db.transact(() => write(1, n + 1))
          },
          { isolation, attempts: 200 },
        )
      await Promise.all(Array.from({ length: 8 }, async () => [await add(), await add(), await add()]))
      expect([(await counter(1)).n, topics.delivered]).toEqual([24, 24])
      expect(attempts).toBeGreaterThan(24)
    },
  )

  it("is repeated if the error of a deadlock was caught around a savepoint", async () => {
    const both = (ids: readonly number[]) => {
      let met: Promise<void> | undefined
      return db.transact(async () => {
        const [first, second] = ids as [number, number]
        await add(first)
        // Only the first attempts meet.
        met ??= meet()
        await met
        // The locks from before the savepoint stay, so the second try ends in a deadlock too.
        await db.transact(() => add(second)).catch(() => add(second))
      })
    }
    const add = (id: number) =>
      db
        .updateTable("counters")
        .set(({ eb }) => ({ n: eb("n", "+", 1) }))
        .where("id", "=", id)
        .execute()
    let arrived = 0
    const gate = Promise.withResolvers<void>()
    const meet = () => {
      if (++arrived === 2) gate.resolve()
      return gate.promise
    }
    await Promise.all([both([1, 2]), both([2, 1])])
    expect([(await counter(1)).n, (await counter(2)).n]).toEqual([2, 2])
  })

  it("is repeated if a migration changes a prepared query in a savepoint", async () => {
    const all = db.prepare(() => sql<Record<string, unknown>>`select * from counters order by id`)
    // On every connection of the pool.
    await Promise.all(Array.from({ length: 10 }, () => all.all()))
    await sql`alter table counters add column label text`.execute(db)
    let attempts = 0
    const rows = await db.transact(async () => {
      attempts++
      return db.transact(() => all.all())
    })
    expect(rows[0]).toEqual({ id: 1, n: 0, label: null })
    expect(attempts).toBe(2)
  })
})

describe("a request in a transaction", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await transferAppWith({ url: test.url, maxConnections: 1 }, (db) => {
      const all = db.prepare(() => sql`select * from debits`)
      return routes([post("/all", () => all.all(), { middlewares: [inTransaction(TransferDb)] })])
    })
    await createTables.execute(app.get(TransferDb))
  })
  afterAll(() => app.stop())

  it("gets 503 if a migration has changed a prepared query, and succeeds when it is sent again", async () => {
    expect((await app.request("POST", "/all")).status).toBe(200)
    await sql`alter table debits add column label text`.execute(app.get(TransferDb))
    const { status, headers } = await app.request("POST", "/all")
    expect([status, headers.get("retry-after")]).toEqual([503, "1"])
    expect((await app.request("POST", "/all")).status).toBe(200)
  })
})
