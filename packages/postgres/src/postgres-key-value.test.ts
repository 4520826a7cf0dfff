import { sql } from "kysely"
import { keyValueCases, TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts"
import { Database } from "./database.ts"
import { PostgresKeyValue } from "./postgres-key-value.ts"

class Db extends Database<Record<string, never>> {}

let test: TestDatabase
let db: Db
const clock = new TestClock()
const pass = (seconds: number) => clock.advance({ seconds })

beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url, timeout: 10_000, wait: 10_000 })
  await new PostgresKeyValue(db).onStart()
})
afterAll(async () => {
  await db.onStop()
  await test.drop()
})

describe("PostgresKeyValue", () => {
  const cases = keyValueCases({ make: () => new PostgresKeyValue(db, { clock }), pass })
  it.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("ends a lifetime to the millisecond", async () => {
    const store = new PostgresKeyValue(db, { clock })
    await store.set("exact", "x", { ttl: 60 })
    clock.advance({ milliseconds: 59_999 })
    expect(await store.get("exact")).toBe("x")
    clock.advance({ milliseconds: 1 })
    expect(await store.get("exact")).toBeUndefined()
    expect(await store.delete("exact")).toBe(false)
  })

  it("clears what has outlived its lifetime while it is written to, and nothing else", async () => {
    const store = new PostgresKeyValue(db, { clock, table: "swept" })
    await store.onStart()
    const count = async () =>
      (await sql<{ n: string }>`select count(*) as n from swept`.execute(db)).rows[0]!.n
    await store.set("for ever", "x")
    await sql`insert into swept select 'old' || n, 'x', ${clock.now() - 1} from generate_series(1, 1500) n`.execute(
      db,
    )
    for (let at = 0; at < 512; at++) await store.set("young", "x", { ttl: 60 })
    await expect.poll(count, { timeout: 5_000 }).toBe("2")
    expect(await store.get("for ever")).toBe("x")
    expect(await store.sweep()).toBe(0)
  })

  it("refuses to count what is no number", async () => {
    const store = new PostgresKeyValue(db, { clock })
    await store.set("text", "seven")
    await expect(store.increment("text")).rejects.toThrow('What is kept under "text" is not a whole number')
    await expect(store.increment("count", 0.5)).rejects.toThrow("0.5 is not a whole number")
  })

  it("makes its table once, however many start at once", async () => {
    const starts = Array.from({ length: 8 }, () => new PostgresKeyValue(db, { table: "together" }).onStart())
    await Promise.all(starts)
    await expect(new PostgresKeyValue(db, { table: "together" }).set("a", "b")).resolves.toBeUndefined()
  })
})
