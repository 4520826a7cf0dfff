import { sql } from "kysely"
import { systemClock } from "trivet/extend"
import { keyValueCases, TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createTestDatabase } from "./testing/test-database.ts"
import type { TestDatabase } from "./testing/test-server.ts"
import { DatabaseUnavailable } from "./connection/database-error.ts"
import { Database } from "./database.ts"
import { PostgresKeyValue } from "./postgres-key-value.ts"

class Db extends Database<Record<string, never>> {}

let test: TestDatabase
let db: Db
const clock = new TestClock()
const pass = (seconds: number) => clock.advance({ seconds })

beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url, statementTimeout: 10_000, acquireTimeout: 10_000 })
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

  it("goes by the database's time, not by a process's clock that is days off", async () => {
    const store = new PostgresKeyValue(db, { clock: systemClock, table: "clocked" })
    await store.onStart()
    await store.set("mark", "x", { seconds: 3_600 })
    const days = 10 * 24 * 3_600_000
    for (const wrong of [Date.now() + days, Date.now() - days]) {
      vi.spyOn(Date, "now").mockReturnValue(wrong)
      expect(await store.sweep()).toBe(0)
      expect(await store.get("mark")).toBe("x")
      expect(await store.add("mark", "y", { seconds: 60 })).toBe(false)
      expect(await store.increment("count", 1, { seconds: 3_600 })).toBe(1)
      expect(await store.delete("count")).toBe(true)
      await store.set("short", "x", { seconds: 0.001 })
      vi.restoreAllMocks()
      await expect.poll(() => store.get("short")).toBeUndefined()
      expect(await store.take("short")).toBeUndefined()
    }
    expect(await store.take("mark")).toBe("x")
    const plain = new PostgresKeyValue(db, { table: "clocked" })
    await plain.set("for ever", "x")
    expect(await plain.get("for ever")).toBe("x")
  })

  it("ends a lifetime to the millisecond", async () => {
    const store = new PostgresKeyValue(db, { clock })
    await store.set("exact", "x", { seconds: 60 })
    clock.advance({ milliseconds: 59_999 })
    expect(await store.get("exact")).toBe("x")
    clock.advance({ milliseconds: 1 })
    expect(await store.get("exact")).toBeUndefined()
    expect(await store.delete("exact")).toBe(false)
  })

  it("sweeps nothing that lives", async () => {
    const store = new PostgresKeyValue(db, { clock, table: "living" })
    await store.onStart()
    await store.set("young", "x", { seconds: 60 })
    await store.set("old", "x", { seconds: 1 })
    pass(1)
    expect(await store.sweep()).toBe(1)
    expect(await store.get("young")).toBe("x")
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
    for (let at = 0; at < 512; at++) await store.set("young", "x", { seconds: 60 })
    await expect.poll(count).toBe("2")
    expect(await store.get("for ever")).toBe("x")
    expect(await store.sweep()).toBe(0)
  })

  it("refuses to count what is no number", async () => {
    const store = new PostgresKeyValue(db, { clock })
    await store.set("text", "seven")
    await expect(store.increment("text")).rejects.toThrow("its value is not a whole number")
    await expect(store.increment("count", 0.5)).rejects.toThrow("0.5 is not a whole number")
  })

  it("answers like a server that is unavailable where its table is broken", async () => {
    const store = new PostgresKeyValue(db, { clock, table: "dropped" })
    const work = [
      () => store.get("a"),
      () => store.set("a", "b"),
      () => store.add("a", "b"),
      () => store.take("a"),
      () => store.increment("a"),
      () => store.delete("a"),
    ]
    for (const ask of work) {
      const error = await ask().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(DatabaseUnavailable)
      expect(error).toMatchObject({ status: 503, headers: { "Retry-After": "1" } })
    }
  })

  it("makes its table once, however many start at once", async () => {
    const starts = Array.from({ length: 8 }, () => new PostgresKeyValue(db, { table: "together" }).onStart())
    await Promise.all(starts)
    await expect(new PostgresKeyValue(db, { table: "together" }).set("a", "b")).resolves.toBeUndefined()
  })
})
