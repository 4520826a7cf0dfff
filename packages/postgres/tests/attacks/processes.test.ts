import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Database, PostgresKeyValue } from "../../src/index.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"
import type { Order } from "./attacked/rival.ts"

class Db extends Database<Record<string, never>> {}

function start(file: string, url: string): ChildProcess {
  return fork(join(import.meta.dirname, "attacked", file), {
    execArgv: ["--conditions=@trivet/source"],
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
}

describe("PostgresKeyValue, with two processes", () => {
  const rounds = process.env["TRIVET_LONG"] === "1" ? 200 : 40
  let test: TestDatabase
  let db: Db
  let store: PostgresKeyValue
  let rivals: readonly ChildProcess[]

  beforeAll(async () => {
    test = await createTestDatabase()
    db = new Db({ url: test.url, acquireTimeout: 30_000, statementTimeout: 30_000 })
    store = new PostgresKeyValue(db)
    await store.onStart()
    rivals = [start("rival.ts", test.url), start("rival.ts", test.url)]
    await Promise.all(rivals.map((rival) => once(rival, "message")))
  })
  afterAll(async () => {
    for (const rival of rivals) rival.disconnect()
    await db.onStop()
    await test.drop()
  })

  async function tell(order: Order): Promise<number> {
    const answers = rivals.map(async (rival) => {
      const answer = once(rival, "message") as Promise<[number]>
      rival.send(order)
      return (await answer)[0]
    })
    return (await Promise.all(answers)).reduce((sum, one) => sum + one, 0)
  }

  it(`gives a value to exactly one of 50 takers, ${rounds} times`, async () => {
    const winners: number[] = []
    for (let round = 0; round < rounds; round++) {
      const key = `take:${round}`
      await store.set(key, "once")
      winners.push(await tell({ what: "take", key, callers: 25, times: 1 }))
    }
    expect(winners).toEqual(Array.from({ length: rounds }, () => 1))
  })

  it(`lets exactly one of 50 adders succeed, ${rounds} times`, async () => {
    const winners: number[] = []
    for (let round = 0; round < rounds; round++)
      winners.push(await tell({ what: "add", key: `add:${round}`, callers: 25, times: 1 }))
    expect(winners).toEqual(Array.from({ length: rounds }, () => 1))
  })

  it("counts exactly under 5,000 increments of each", async () => {
    const done = await tell({ what: "increment", key: "count", callers: 10, times: 500 })
    expect(done).toBe(10_000)
    expect(await store.get("count")).toBe("10000")
  })
})

describe("four processes that start at once on an empty database", () => {
  it("run every migration once, those of packages too", async () => {
    const test = await createTestDatabase()
    const client = new pg.Client({ connectionString: test.url })
    try {
      const starters = Array.from({ length: 4 }, () => start("starter.ts", test.url))
      const codes = await Promise.all(starters.map(async (one) => (await once(one, "exit"))[0] as number))
      expect(codes).toEqual([0, 0, 0, 0])
      await client.connect()
      const { rows } = await client.query<{ name: string }>("select name from runs order by name")
      expect(rows.map(({ name }) => name)).toEqual(["1-runs", "2-slow", "3-last", "package"])
      const applied = await client.query<{ name: string }>(
        "select name from trivet_migrations order by applied_at",
      )
      expect(applied.rows.map(({ name }) => name)).toEqual([
        "1-runs",
        "2-slow",
        "3-last",
        "@acme/runs/1-runs",
      ])
    } finally {
      await client.end()
      await test.drop()
    }
  })
})
