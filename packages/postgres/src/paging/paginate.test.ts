import { Kysely, sql } from "kysely"
import { type Context, contract, dto, implement, inject, module, paged } from "trivet"
import { createClient } from "trivet/client"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Database } from "../database.ts"
import { dialectOn } from "../connection/dialect.ts"
import { postgres } from "../postgres.ts"
import { createTestDatabase } from "../testing/test-database.ts"
import type { TestDatabase } from "../testing/test-server.ts"
import { type PageOrder, paginate } from "./paginate.ts"
import { partsAfter } from "./parts-after.ts"

interface Tables {
  tickets: {
    id: string
    user_id: string
    title: string
    created_at: Date
    closed_at: Date | null
    price: string
    number: string
    ratio: number
  }
}
class Db extends Database<Tables> {}

const [ada, eve] = ["3f0e8a52-0d1f-4f5e-9f64-000000000001", "3f0e8a52-0d1f-4f5e-9f64-000000000002"]

// Two servers: what pages rely on (types of values, order of null, row comparison) must hold on both.
describe.each(["server", "PGlite"] as const)("paginate on %s", (kind) => {
  let test: TestDatabase | undefined
  let db: Db
  beforeAll(async () => {
    if (kind === "server") test = await createTestDatabase()
    db = new Db({ url: test?.url ?? "pglite://memory", cursorSecret: "secret" })
    await sql`create table tickets (id uuid primary key, user_id uuid not null, title text not null,
      created_at timestamptz not null, closed_at timestamptz, price numeric not null, number bigint not null, ratio float8 not null)`.execute(
      db,
    )
    // Times that differ by a microsecond or are equal; a third is not closed. Numbers that a double cannot hold.
    await sql`insert into tickets select gen_random_uuid(), case when i % 10 = 0 then ${eve}::uuid else ${ada}::uuid end,
        'Größe ' || (i % 7), '2026-01-01T00:00:00.123Z'::timestamptz + (i % 50) * interval '1 microsecond',
        case when i % 3 = 0 then null else '2026-02-01T00:00:00Z'::timestamptz + (i % 20) * interval '1 microsecond' end,
        1000000000000000000000.1 + i % 11, 9007199254740992 + i % 13, 0.1 + 0.2 + (i % 5) * 1e-17
      from generate_series(1, 300) as i`.execute(db)
    await sql`create index on tickets (user_id, created_at, id)`.execute(db)
    await sql`create index on tickets (user_id, closed_at, id)`.execute(db)
  }, 60_000)
  afterAll(async () => {
    await db.onStop()
    await test?.drop()
  })

  const own = (user: string = ada) => db.selectFrom("tickets").selectAll().where("user_id", "=", user)
  type Order = PageOrder<
    "closed_at" | "created_at" | "title" | "price" | "number" | "ratio" | "id",
    "id" | "number"
  >

  async function walk(order: Order, limit: number): Promise<string[][]> {
    const pages: string[][] = []
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const { items, next }: { items: { id: string }[]; next?: string } = await paginate(
        own(),
        { limit, cursor },
        order,
      )
      pages.push(items.map(({ id }) => id))
      cursor = next
    }
    return pages
  }

  const orders: readonly Order["by"][] = [
    ["created_at", "id"],
    ["closed_at", "id"],
    ["title", "number", "id"],
    ["price", "id"],
    ["ratio", "id"],
    ["id"],
  ]

  it.each(orders.flatMap((by) => (["asc", "desc"] as const).map((order) => ({ by, order }))))(
    "reads each row once, by $by $order",
    async ({ by, order }) => {
      let whole = own()
      for (const column of by) whole = whole.orderBy(column, order)
      const wanted = (await whole.execute()).map(({ id }) => id)
      expect(wanted).toHaveLength(270)
      for (const limit of [19, 90, 269, 270, 300]) {
        const pages = await walk({ by, order }, limit)
        expect(pages.flat()).toEqual(wanted)
        expect(pages).toHaveLength(Math.ceil(270 / limit))
      }
    },
  )

  it("returns the rows of the query, and no next page where there are no more rows", async () => {
    const columns = db.selectFrom("tickets").select(["title", "id", "created_at"]).where("user_id", "=", ada)
    const { items, next } = await paginate(columns, { limit: 1 }, { by: ["created_at", "id"] })
    expect(items).toEqual(await columns.orderBy("created_at").orderBy("id").limit(1).execute())
    expect(Object.keys(items[0]!)).toEqual(["title", "id", "created_at"])
    expect(next).toMatch(/^[\w-]{100,200}$/)
    const all = await paginate(own(), { limit: 270 }, { by: ["created_at", "id"] })
    expect(Object.keys(all)).toEqual(["items"])
    const none = own("3f0e8a52-0d1f-4f5e-9f64-00000000000f")
    expect(await paginate(none, { limit: 5 }, { by: ["id"] })).toEqual({ items: [] })
  })

  it("finds its keys in a join, by their tables, and under another name", async () => {
    const joined = db
      .selectFrom("tickets")
      .innerJoin("tickets as others", "others.id", "tickets.id")
      .select(["others.number as id", "tickets.id as ticket_id", "others.title", "tickets.created_at"])
      .where("tickets.user_id", "=", ada)
    const order = { by: ["tickets.created_at", "tickets.id"], order: "desc" } as const
    const found: string[] = []
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: { items: { ticket_id: string }[]; next?: string } = await paginate(
        joined,
        { limit: 50, cursor },
        order,
      )
      found.push(...page.items.map(({ ticket_id }) => ticket_id))
      cursor = page.next
    }
    expect(found).toEqual((await walk({ by: ["created_at", "id"], order: "desc" }, 300)).flat())
    const all = joined.clearSelect().selectAll("tickets")
    expect((await paginate(all, { limit: 5 }, order)).items.map(({ id }) => id)).toEqual(found.slice(0, 5))
    await expect(paginate(joined.clearSelect().selectAll(), { limit: 5 }, order)).rejects.toThrow(
      "tickets.created_at",
    )
  })

  it("reads in a transaction, and outside of one with the same cursor", async () => {
    const order = { by: ["created_at", "id"] } as const
    const first = await paginate(own(), { limit: 5 }, order)
    const inside = await db.transact((trx) =>
      paginate(
        trx.selectFrom("tickets").selectAll().where("user_id", "=", ada),
        { limit: 5, cursor: first.next },
        order,
      ),
    )
    const outside = db.outsideTransaction().selectFrom("tickets").selectAll()
    const again = await paginate(outside.where("user_id", "=", ada), { limit: 5, cursor: first.next }, order)
    expect(inside.items).toEqual(again.items)
    expect(inside.items.map(({ id }) => id)).toEqual((await walk(order, 5))[1])
  })

  it("reads each page from an index", async () => {
    const position = ["2026-01-01 00:00:00.123049+00", ada]
    const plans: string[] = []
    for (const first of ["created_at", "closed_at"] as const)
      for (const direction of ["asc", "desc"] as const)
        for (const at of [position, [null, ada]])
          for (const part of partsAfter([first, "id"], direction, at)) {
            const query = own()
              .where(part as never)
              .orderBy(first, direction)
              .orderBy("id", direction)
              .limit(5)
            await db.transact(async (trx) => {
              await sql`set local enable_seqscan = off`.execute(trx)
              await sql`set local enable_bitmapscan = off`.execute(trx)
              const { sql: text, parameters } = query.compile()
              const { rows } = await trx.executeQuery<Record<string, string>>({
                ...query.compile(),
                sql: `explain ${text}`,
                parameters,
              })
              plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"))
            })
          }
    expect(plans).toHaveLength(12)
    for (const plan of plans) {
      // PostgreSQL 17 knows that `created_at is null` finds nothing.
      if (plan.includes("One-Time Filter: false")) continue
      expect(plan).not.toMatch(/Sort|Filter/)
      expect(plan).toContain("Index Cond")
    }
  })
})

describe("the cursor of paginate", () => {
  let test: TestDatabase
  let db: Db
  let cursor: string
  const order = { by: ["created_at", "id"], order: "desc" } as const
  beforeAll(async () => {
    test = await createTestDatabase()
    db = new Db({ url: test.url, cursorSecret: "secret" })
    await sql`create table tickets as select gen_random_uuid() as id, ${ada}::uuid as user_id, 'text' as title, now() as created_at,
      null::timestamptz as closed_at, '1' as price, i::text as number, 1 as ratio from generate_series(1, 20) as i`.execute(
      db,
    )
    cursor = (await paginate(own(), { limit: 5 }, order)).next!
  })
  afterAll(async () => {
    await db.onStop()
    await test.drop()
  })
  const own = (from: Db = db, user: string = ada) =>
    from.selectFrom("tickets").selectAll().where("user_id", "=", user)
  const invalid: unknown = expect.objectContaining({ code: "CURSOR_INVALID", status: 400 })

  it("cannot be forged: a change of any character, and other texts, are rejected", async () => {
    const changed = Array.from(
      cursor,
      (letter, at) => cursor.slice(0, at) + (letter === "A" ? "B" : "A") + cursor.slice(at + 1),
    )
    const plain = Buffer.from(JSON.stringify(["2026-01-01", ada])).toString("base64url")
    const others = [
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      ` ${cursor}`,
      plain,
      "0",
      "%00",
      "ü",
      "A".repeat(4_000),
    ]
    for (const text of [...changed, ...others])
      await expect(paginate(own(), { limit: 5, cursor: text }, order), text).rejects.toEqual(invalid)
    expect((await paginate(own(), { limit: 5, cursor }, order)).items).toHaveLength(5)
  })

  it("belongs to its query: that of another owner, filter, table, order or database is rejected", async () => {
    const elsewhere = new Db({ url: test.url, cursorSecret: "another secret" })
    const foreign = [
      paginate(own(db, eve), { limit: 5, cursor }, order),
      paginate(own().where("title", "=", "text"), { limit: 5, cursor }, order),
      paginate(own().where("price", "=", "2"), { limit: 5, cursor }, order),
      paginate(db.selectFrom("tickets").selectAll(), { limit: 5, cursor }, order),
      paginate(own(), { limit: 5, cursor }, { by: order.by }),
      paginate(own(), { limit: 5, cursor }, { by: ["id"], order: "desc" }),
      paginate(own(elsewhere), { limit: 5, cursor }, order),
    ]
    for (const page of await Promise.allSettled(foreign))
      expect(page).toMatchObject({ reason: { code: "CURSOR_INVALID" } })
    await elsewhere.onStop()
  })

  it("opens in other processes of the application, with other limits, and as time goes by", async () => {
    const other = new Db({ url: test.url, cursorSecret: "secret" })
    const wanted = (await paginate(own(), { limit: 3, cursor }, order)).items
    expect((await paginate(own(other), { limit: 3, cursor }, order)).items).toEqual(wanted)
    const until = (time: number) => own().where("created_at", "<", new Date(time))
    const { next = "" } = await paginate(until(Date.now() + 60_000), { limit: 5 }, order)
    expect((await paginate(until(Date.now() + 60_001), { limit: 3, cursor: next }, order)).items).toEqual(
      wanted,
    )
    await other.onStop()
  })

  it("has another key for each password", async () => {
    const withPassword = (password: string) => new Db({ url: test.url.replace("@", `:${password}@`) })
    const [one, same, other] = [withPassword("a"), withPassword("a"), withPassword("b")]
    const { next } = await paginate(own(one), { limit: 5 }, order)
    expect((await paginate(own(same), { limit: 5, cursor: next }, order)).items).toHaveLength(5)
    await expect(paginate(own(other), { limit: 5, cursor: next }, order)).rejects.toEqual(invalid)
    for (const opened of [one, same, other]) await opened.onStop()
  })

  it("is rejected if it has another version", async () => {
    for (const version of ["0", "2"]) {
      const old = `${version}${cursor.slice(1)}`
      await expect(paginate(own(), { limit: 5, cursor: old }, order)).rejects.toEqual(invalid)
    }
  })

  it("says what is wrong with the query", async () => {
    const page = { limit: 5 }
    const failing = async (code: string, made: Promise<unknown>) =>
      expect(await made.catch((error: unknown) => error)).toMatchObject({ code })
    await failing("PAGE_KEYS_EQUAL", paginate(own(), page, { by: ["created_at"] }))
    await failing("PAGE_QUERY_ORDERED", paginate(own().orderBy("id"), page, order))
    await failing("PAGE_QUERY_ORDERED", paginate(own().limit(3), page, order))
    await failing("PAGE_QUERY_ORDERED", paginate(own().union(own()), page, order))
    for (const limit of [0, -1, 1.5, Number.NaN])
      await failing("POSTGRES_OPTION_INVALID", paginate(own(), { limit }, order))
    // @ts-expect-error "closed_at" may be null, and is not the first
    await failing("PAGE_KEY_NULL", paginate(own(), page, { by: ["title", "closed_at", "id"] }))
    const fewer = db.selectFrom("tickets").select("title")
    await failing("PAGE_KEY_NOT_SELECTED", paginate(fewer, { limit: 100 }, order))
    await failing(
      "PAGE_KEY_NOT_SELECTED",
      paginate(fewer.select(["number as created_at", "id"]), page, order),
    )
    await failing("42702", paginate(own().select("number as id"), page, order))
    // @ts-expect-error "missing" is not a column
    await failing("42703", paginate(own(), page, { by: ["missing", "id"] }))
    await sql`insert into tickets select id, user_id, repeat(number, 2000), created_at, closed_at, price, number, ratio from tickets`.execute(
      db,
    )
    await failing(
      "PAGE_KEY_TOO_LONG",
      paginate(own().where("title", "!=", "text"), page, { by: ["title", "id"] }),
    )
    const foreign = new Kysely<Tables>({
      dialect: dialectOn({ acquire: () => Promise.reject(new Error("no connection")) }),
    })
    await failing("PAGE_QUERY_FOREIGN", paginate(foreign.selectFrom("tickets").selectAll(), page, order))
  })
})

const Ticket = dto({ id: "required", title: "required", created_at: "required" })
const Tickets = contract({
  index: { method: "GET", path: "/tickets", ...paged(Ticket) },
  other: { method: "GET", path: "/other-tickets", ...paged(Ticket, { query: { title: "" } }) },
  show: { method: "GET", path: "/tickets/:id", returns: { 200: Ticket } },
})

class TicketsController {
  readonly #db = inject(Db)

  routes() {
    return implement(Tickets, this)
  }
  index(ctx: Context<typeof Tickets.index>) {
    return paginate(this.#all(), ctx.input("query"), { by: ["created_at", "id"], order: "desc" })
  }
  other(ctx: Context<typeof Tickets.other>) {
    const { title = "", ...input } = ctx.input("query")
    return paginate(this.#all().where("title", ">=", title), input, {
      by: ["created_at", "id"],
      order: "desc",
    })
  }
  async show(ctx: Context<typeof Tickets.show>) {
    return this.#all().where("id", "=", ctx.param("id")).executeTakeFirstOrThrow()
  }
  #all() {
    return this.#db.selectFrom("tickets").select(["id", "title", "created_at"])
  }
}

describe("a paged list", () => {
  let test: TestDatabase
  let app: TestApp
  beforeAll(async () => {
    test = await createTestDatabase()
    const database = postgres(Db, { url: test.url, cursorSecret: "secret" })
    app = await createTestApp(
      module({ name: "tickets", imports: [database], declarations: [TicketsController] }),
    )
    await sql`create table tickets as select gen_random_uuid() as id, ${ada}::uuid as user_id, 'text ' || i as title,
      now() + i * interval '1 microsecond' as created_at from generate_series(1, 250) as i`.execute(
      app.get(Db),
    )
  })
  afterAll(async () => {
    await app.stop()
    await test.drop()
  })

  it("is read whole by the client", async () => {
    const tickets = createClient(Tickets, app)
    const titles: string[] = []
    for await (const ticket of tickets.index.all({ query: { limit: 50 } })) titles.push(ticket.title)
    expect(titles).toEqual(Array.from({ length: 250 }, (_, at) => `text ${250 - at}`))
    // @ts-expect-error a record without pages has no all()
    expect(tickets.show.all).toBeTypeOf("function")
  })

  it("is requested page by page, from the given cursor on", async () => {
    let requests = 0
    const tickets = createClient(Tickets, {
      url: app.url,
      fetch: (request) => (requests++, app.fetch(request)),
    })
    const first = await tickets.index({ query: { limit: 10 } }).orThrow()
    const titles: string[] = []
    for await (const { title } of tickets.index.all({ query: { limit: 10, cursor: first.body.next! } })) {
      titles.push(title)
      if (titles.length === 10) break
    }
    expect([titles[0], titles[9], requests]).toEqual(["text 240", "text 231", 2])
  })

  it("answers 400 for a cursor of another list, a forged one, and a limit that is out of range", async () => {
    const tickets = createClient(Tickets, app)
    const { next = "" } = (await tickets.index({}).orThrow()).body
    const invalid = { status: 400, body: { error: "Invalid cursor" } }
    expect(await tickets.other({ query: { cursor: next } })).toMatchObject(invalid)
    expect(await tickets.index({ query: { cursor: "x" } })).toMatchObject(invalid)
    const filtered = await tickets.other({ query: { title: "text 1" } }).orThrow()
    expect(await tickets.other({ query: { title: "text 2", cursor: filtered.body.next! } })).toMatchObject(
      invalid,
    )
    for (const limit of [0, 101]) expect((await tickets.index({ query: { limit } })).status).toBe(400)
    const reading = tickets.index.all({ query: { cursor: "x" } }).next()
    await expect(reading).rejects.toMatchObject({ code: "STATUS", status: 400 })
  })
})
