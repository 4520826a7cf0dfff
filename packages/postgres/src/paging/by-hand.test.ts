import { readFileSync } from "node:fs"
import { sql } from "kysely"
import {
  type Context,
  contract,
  dto,
  implement,
  inject,
  list,
  module,
  type OutputOf,
  paged,
  PublicError,
} from "trivet"
import { createClient } from "trivet/client"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Database } from "../database.ts"
import { postgres } from "../postgres.ts"
import { createTestDatabase } from "../testing/test-database.ts"
import type { TestDatabase } from "../testing/test-server.ts"
import { paginate } from "./paginate.ts"

class Db extends Database<{ tickets: { id: string; title: string; created_at: Date } }> {}
const Ticket = dto({ id: "required", title: "required", created_at: "required" })
type Ticket = OutputOf<typeof Ticket>

// begin by hand
const Query = dto({ limit: "integer,min=1,max=100,default=20", cursor: "max=1000" })
const Page = dto({ items: list(Ticket), next: "" })
const Cursor = dto({ time: "required,max=30", id: "required,uuid" })
const ByHand = contract({
  index: { method: "GET", path: "/by-hand", accepts: { query: Query }, returns: { 200: Page } },
})

class ByHandController {
  readonly #db = inject(Db)
  routes() {
    return implement(ByHand, this)
  }
  async index(ctx: Context<typeof ByHand.index>) {
    const { limit, cursor } = ctx.input("query")
    let query = this.#db.selectFrom("tickets").select(["id", "title", "created_at"])
    if (cursor !== undefined) {
      const { time, id } = readCursor(cursor)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "id"), "<", tuple(new Date(time), id)),
      )
    }
    const ordered = query.orderBy("created_at", "desc").orderBy("id", "desc")
    const rows = await ordered.limit(limit + 1).execute()
    if (rows.length <= limit) return { items: rows }
    const items = rows.slice(0, limit)
    return { items, next: writeCursor(items.at(-1)!) }
  }
}
function writeCursor({ created_at, id }: { readonly created_at: Date; readonly id: string }): string {
  return Buffer.from(JSON.stringify({ time: created_at.toISOString(), id })).toString("base64url")
}
function readCursor(cursor: string): OutputOf<typeof Cursor> {
  try {
    const { value } = Cursor["~standard"].validate(
      JSON.parse(Buffer.from(cursor, "base64url").toString()),
    ) as { readonly value?: OutputOf<typeof Cursor> }
    if (value !== undefined && !Number.isNaN(Date.parse(value.time))) return value
  } catch {
    // Not JSON.
  }
  throw new PublicError(400, "Invalid cursor")
}
async function* allByHand(app: TestApp): AsyncGenerator<Ticket> {
  const client = createClient(ByHand, app)
  let cursor: string | undefined
  do {
    const { body } = await client.index({ query: cursor === undefined ? {} : { cursor } }).orThrow()
    yield* body.items
    cursor = body.next
  } while (cursor !== undefined)
}
// end by hand

// begin paginate
const Tickets = contract({ index: { method: "GET", path: "/tickets", ...paged(Ticket) } })

class TicketsController {
  readonly #db = inject(Db)
  routes() {
    return implement(Tickets, this)
  }
  index(ctx: Context<typeof Tickets.index>) {
    const query = this.#db.selectFrom("tickets").select(["id", "title", "created_at"])
    return paginate(query, ctx.input("query"), { by: ["created_at", "id"], order: "desc" })
  }
}
function all(app: TestApp): AsyncGenerator<Ticket> {
  return createClient(Tickets, app).index.all()
}
// end paginate

describe("a paged list by hand", () => {
  let test: TestDatabase
  let app: TestApp
  beforeAll(async () => {
    test = await createTestDatabase()
    const database = postgres(Db, { url: test.url })
    const declarations = [ByHandController, TicketsController]
    app = await createTestApp(module({ name: "tickets", imports: [database], declarations }))
    await sql`create table tickets as select gen_random_uuid() as id, 'text ' || i as title,
      '2026-01-01Z'::timestamptz + i * interval '10 microseconds' as created_at from generate_series(1, 250) as i`.execute(
      app.get(Db),
    )
  })
  afterAll(async () => {
    await app.stop()
    await test.drop()
  })

  it("loses rows that paginate() finds, where times differ by microseconds", async () => {
    const byHand = new Set((await Array.fromAsync(allByHand(app))).map(({ id }) => id))
    const whole = new Set((await Array.fromAsync(all(app))).map(({ id }) => id))
    expect(whole.size).toBe(250)
    expect(byHand.size).toBeLessThan(250)
  })

  it("has so many lines", () => {
    const source = readFileSync(import.meta.filename, "utf8").split("\n")
    const lines = (name: string) =>
      source
        .slice(source.indexOf(`// begin ${name}`) + 1, source.indexOf(`// end ${name}`))
        .filter((line) => line.trim() !== "").length
    // docs/build/pagination.md has these figures.
    expect([lines("by hand"), lines("paginate")]).toEqual([50, 14])
  })
})
