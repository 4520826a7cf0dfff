import { sql } from "kysely"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Jobs } from "../../src/index.ts"
import { Db, Work, workModule } from "./programs/work.ts"

let postgres: TestDatabase
let app: TestApp
let queue: Jobs
let db: Db

beforeAll(async () => {
  postgres = await createTestDatabase()
  app = await createTestApp(workModule(postgres))
  queue = app.get(Jobs)
  db = app.get(Db)
})
afterAll(async () => {
  await app?.stop()
  await postgres?.drop()
})

class RolledBack extends Error {}

/** Enqueues a job in a transaction. Returns whether it is committed. */
async function enqueue(at: number): Promise<boolean> {
  const commits = Math.random() < 0.5
  const work = db.transact(async (trx) => {
    await queue.enqueue(Work.plain, { at }, at % 2 === 0 ? { trx } : {})
    if (!commits) throw new RolledBack()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return commits
}

describe("jobs that are enqueued in a transaction", () => {
  it("exist exactly if it commits: half of 1,000 are rolled back at random", async () => {
    const committed: number[] = []
    const next = Array.from({ length: 1_000 }, (_, at) => at).values()
    const lines = Array.from({ length: 8 }, async () => {
      for (const at of next) if (await enqueue(at)) committed.push(at)
    })
    await Promise.all(lines)
    expect(committed.length).toBeGreaterThan(400)
    expect(committed.length).toBeLessThan(600)
    expect(await queue.runDue()).toBe(committed.length)
    const { rows } = await sql<{ at: number }>`select at from effects order by at`.execute(db)
    expect(rows.map(({ at }) => at)).toEqual(committed.toSorted((left, right) => left - right))
  })
})
