import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Database } from "../database.ts"
import { createTestDatabase } from "../testing/test-database.ts"
import type { TestDatabase } from "../testing/test-server.ts"
import { paginate } from "./paginate.ts"

// 100,000 rows: TRIVET_LONG=1 npx vitest run packages/postgres/src/paging/changing-list.test.ts
const rows = process.env["TRIVET_LONG"] === "1" ? 100_000 : 5_000

class Db extends Database<{
  tickets: { id: string; created_at: Date; closed_at: Date | null; old: boolean }
}> {}

describe("a list that changes while it is read", () => {
  let test: TestDatabase
  let db: Db
  beforeAll(async () => {
    test = await createTestDatabase()
    db = new Db({ url: test.url, statementTimeout: 20_000 })
    await sql`create table tickets (id uuid primary key, created_at timestamptz not null, closed_at timestamptz, old boolean not null)`.execute(
      db,
    )
    await insert(rows, true)
    await sql`create index on tickets (created_at, id)`.execute(db)
    await sql`create index on tickets (closed_at, id)`.execute(db)
  }, 60_000)
  afterAll(async () => {
    await db.onStop()
    await test.drop()
  })

  // About ten rows have the same time, and a fifth is not closed.
  const insert = (count: number, old: boolean) =>
    sql`insert into tickets select gen_random_uuid(), time, case when random() < 0.2 then null else time end, ${old}
      from (select '2026-01-01'::timestamptz + floor(random() * ${rows / 10}) * interval '1 microsecond' as time
        from generate_series(1, ${count}::int)) as new`.execute(db)

  it.each([
    ["created_at", "desc"],
    ["closed_at", "asc"],
    ["closed_at", "desc"],
  ] as const)(
    "by %s %s shows no row twice and misses none of the old ones",
    async (column, order) => {
      const reading = new AbortController()
      let [inserted, deleted] = [0, 0]
      const write = async () => {
        while (!reading.signal.aborted) {
          await insert(50, false)
          inserted += 50
          const gone = sql`delete from tickets where id in
            (select id from tickets where not old and id > gen_random_uuid() order by id limit 40 for update skip locked)`
          deleted += Number((await gone.execute(db)).numAffectedRows)
        }
      }
      // Rejected only below, where it is awaited.
      const writing = Promise.allSettled([write(), write()])
      const seen = new Set<string>()
      const removed = new Set<string>()
      let [read, pages, cursor]: [number, number, string | undefined] = [0, 0, ""]
      while (cursor !== undefined) {
        const page: { items: { id: string; old: boolean }[]; next?: string } = await paginate(
          db.selectFrom("tickets").selectAll(),
          { limit: 100, cursor },
          { by: [column, "id"], order },
        )
        for (const { id } of page.items) seen.add(id)
        read += page.items.length
        cursor = page.next
        // The very row that the cursor is about goes, too.
        const last = page.items.at(-1)!
        if (pages++ % 10 === 0 && removed.add(last.id))
          await db.deleteFrom("tickets").where("id", "=", last.id).execute()
      }
      reading.abort()
      const done = { status: "fulfilled", value: undefined }
      expect(await writing).toEqual([done, done])
      expect(seen.size).toBe(read)
      const old = await db.selectFrom("tickets").select("id").where("old", "=", true).execute()
      expect(old.filter(({ id }) => !seen.has(id))).toEqual([])
      expect(old.length).toBeGreaterThan(rows * 0.9)
      expect(Math.min(inserted, deleted)).toBeGreaterThan(0)
      console.log(
        `${column} ${order}: ${pages} pages, ${read} rows; ${inserted} inserted and ${deleted} deleted meanwhile`,
      )
    },
    120_000,
  )
})
