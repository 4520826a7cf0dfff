import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Database, paginate } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { sql } from "kysely"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// The SQL of docs/run/scale.md.
const page = readFileSync(join(import.meta.dirname, "../../../docs/run/scale.md"), "utf8")
const blocks = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, text]) => text!)
const statementsOf = (start: string) =>
  blocks
    .find((block) => block.startsWith(start))!
    .split(/;\n/)
    .filter((text) => text.trim() !== "")

class Db extends Database<{
  events: { id: string; tenant_id: string; created_at: Date; what: string }
}> {}

describe("a table of partitions", () => {
  let test: TestDatabase
  let db: Db
  beforeAll(async () => {
    test = await createTestDatabase()
    db = new Db({ url: test.url })
    for (const statement of statementsOf("create table events")) await sql.raw(statement).execute(db)
    await sql`insert into events (tenant_id, created_at, what)
      select i % 7, '2026-10-01Z'::timestamptz + i * interval '10 minutes', 'done' from generate_series(0, 8783) as i`.execute(
      db,
    )
    await sql`analyze events`.execute(db)
  })
  afterAll(async () => {
    await db?.onStop()
    await test?.drop()
  })

  const own = () => db.selectFrom("events").select(["id", "created_at"]).where("tenant_id", "=", "3")
  const order = { by: ["created_at", "id"], order: "desc" } as const

  it("is read in pages over the border of two partitions, each row once", async () => {
    const seen = new Set<string>()
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const { items, next }: Awaited<ReturnType<typeof paginate<never, never, { id: string }>>> =
        await paginate(own(), { limit: 100, cursor }, order)
      for (const { id } of items) seen.add(id)
      cursor = next
    }
    expect(seen.size).toBe(1_255)
  })

  it("reads the partition of a page, and not the others", async () => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain (analyze, costs off, timing off, summary off)
      select id, created_at from events where tenant_id = 3 and (created_at, id) < ('2026-11-20Z', gen_random_uuid())
      order by created_at desc, id desc limit 101`.execute(db)
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan).toMatch(/events_2026_11_\S+ on events_2026_11 .*\(actual rows=101/)
    expect(plan).toMatch(/events_2026_10 .*\(never executed\)/)
  })

  it("rejects a row without a partition", async () => {
    await expect(
      sql`insert into events (tenant_id, created_at, what) values (1, '2027-01-01Z', 'late')`.execute(db),
    ).rejects.toThrow(/no partition of relation/)
  })

  it("gives a month away while others read and write", async () => {
    const [detach, copy, drop] = statementsOf("alter table events detach")
    const client = new pg.Client(test.url)
    await client.connect()
    // An open transaction that has read the table: a plain `detach` would wait for it, and all others for that.
    await client.query("begin; select count(*) from events where created_at > '2026-11-01Z'")
    const detaching = sql.raw(detach!).execute(db)
    await sql`insert into events (tenant_id, what, created_at) values (3, 'meanwhile', '2026-11-02Z')`.execute(
      db,
    )
    await client.query("commit")
    await detaching
    expect(copy).toBe("copy events_2026_10 to stdout with (format csv, header)")
    const count = await sql<{ rows: number }>`select count(*)::int as rows from events_2026_10`.execute(db)
    expect(count.rows).toEqual([{ rows: 4_464 }])
    await sql.raw(drop!).execute(db)
    await client.end()
    const { items } = await paginate(own(), { limit: 1 }, { by: ["created_at", "id"] })
    expect(items[0]!.created_at.toISOString().slice(0, 7)).toBe("2026-11")
  })
})
