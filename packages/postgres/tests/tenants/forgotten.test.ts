import { type Kysely, type QueryExecutorProvider, sql } from "kysely"
import { createApp, get, group, module, routes } from "trivet"
import { api } from "trivet/api"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { protectTable } from "../../src/tenants/protect-table.ts"
import { inTransaction } from "../../src/transactions/transaction.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"
import { Org, role, tenantDatabase, TenantDb } from "./tenant-app.ts"

const inOrg = inTransaction(TenantDb, { key: "tenant_trx", tenant: "org_id" })
const titles = (db: QueryExecutorProvider) => sql`select title from tickets`.execute(db)

/** Ways to read or write past the tenant that boot cannot see. Each runs for organisation 2; the only ticket is of 1. */
const ways: Readonly<Record<string, (db: TenantDb) => Promise<{ readonly rows: readonly unknown[] }>>> = {
  "a query outside of transactions": titles,
  "a transaction without a tenant": (db) => db.transact(titles),
  "outsideTransaction()": (db) => db.transact(() => titles(db.outsideTransaction()), two),
  "no condition": (db) => db.transact(titles, two),
  "a condition that names the other one": (db) =>
    db.transact((trx) => sql`select title from tickets where org_id = 1`.execute(trx), two),
  "a delete without a condition": (db) =>
    db.transact((trx) => sql`delete from tickets returning title`.execute(trx), two),
  "a function that runs a query": (db) =>
    db.transact(
      (trx) =>
        sql`select query_to_xml('table tickets', true, true, '')::text as title
    where query_to_xml('table tickets', true, true, '')::text like '%secret%'`.execute(trx),
      two,
    ),
  "a function of the owner, who is no superuser": (db) =>
    db.transact((trx) => sql`select title from owned() as title`.execute(trx), two),
  "a view with security_invoker": (db) =>
    db.transact((trx) => sql`select title from listed`.execute(trx), two),
  "a cheap function, which PostgreSQL would like to call first": (db) =>
    db.transact((trx) => sql`select title from tickets where noted(title)`.execute(trx), two),
  "statistics of the planner": (db) =>
    db.transact(
      (trx) =>
        sql`select most_common_vals from pg_stats where tablename = 'tickets' and attname = 'title'`.execute(
          trx,
        ),
      two,
    ),
  "a prepared query that another tenant has used": async (db) => {
    const all = db.prepare((q) => q.selectFrom("tickets").select("title"))
    for (let at = 0; at < 8; at++) await db.transact(() => all.all(), { tenant: { org_id: 1 } })
    return { rows: await db.transact(() => all.all(), two) }
  },
  "a cursor that outlives its transaction": async (db) =>
    db.transact(async (trx) => {
      await sql`declare kept cursor with hold for select title from tickets`.execute(trx)
      return sql`fetch all from kept`.execute(trx)
    }, two),
}

const two = { tenant: { org_id: 2 } }

/** Statements of organisation 2 that PostgreSQL rejects. */
const rejected: readonly (readonly [string, string, string])[] = [
  ["a row of another one", "42501", "insert into tickets (org_id, title) values (1, 'x')"],
  ["a row that moves to another one", "42501", "update notes set org_id = 1"],
  ["truncate", "42501", "truncate tickets"],
  ["switching the policy off", "42501", "alter table tickets disable row level security"],
  ["a foreign key to a row of another one", "23503", "insert into comments (ticket_id) values (1)"],
]

describe("a way to forget the tenant", () => {
  let test: TestDatabase
  let app: TestApp
  beforeAll(async () => {
    test = await createTestDatabase()
    const more = {
      name: "2-more",
      up: async (db: Kysely<unknown>) => {
        await sql`alter table tickets add unique (org_id, id)`.execute(db)
        await sql`create table notes (org_id bigint, title text)`.execute(db)
        await sql`create table comments (org_id bigint, ticket_id bigint,
          foreign key (org_id, ticket_id) references tickets (org_id, id))`.execute(db)
        for (const table of ["notes", "comments"]) await protectTable(db, table, { tenant: "org_id" })
        for (const statement of [
          "create view listed with (security_invoker = true) as select * from tickets",
          `create function noted(title text) returns boolean language plpgsql cost 0.0000001 as
            $$ begin raise exception 'seen: %', title; end $$`,
          "create function owned() returns setof text language sql security definer as 'select title from tickets'",
          `grant create on schema public to ${role}`,
          `alter function owned() owner to ${role}`,
        ])
          await sql.raw(statement).execute(db)
      },
    }
    app = await createTestApp(
      module({ name: "ways", imports: [tenantDatabase(test.url, [more])], exports: [TenantDb] }),
    )
    const db = app.get(TenantDb)
    await db.transact((trx) => trx.insertInto("tickets").values({ title: "secret" }).execute(), {
      tenant: { org_id: 1 },
    })
    const owner = new TenantDb({ url: test.url })
    await sql`analyze tickets`.execute(owner)
    await owner.onStop()
    await db.transact((trx) => sql`insert into notes (title) values ('own')`.execute(trx), two)
  })
  afterAll(async () => {
    await app.stop()
    await test.drop()
  })

  it.each(Object.entries(ways))("shows 0 rows: %s", async (_, read) => {
    const { rows } = await read(app.get(TenantDb))
    expect(rows).toEqual([])
  })

  it.each(Object.entries(ways).filter(([name]) => !/delete|owner/.test(name)))(
    "shows the row to a superuser, so that the test can fail: %s",
    async (_, read) => {
      const db = new TenantDb({ url: test.url })
      const seen = await read(db).then(({ rows }) => rows.length, String)
      expect(seen === 1 || String(seen).includes("seen: secret")).toBe(true)
      await db.onStop()
    },
  )

  it.each(rejected)("is rejected: %s", async (_, code, statement) => {
    const db = app.get(TenantDb)
    await expect(db.transact((trx) => sql.raw(statement).execute(trx), two)).rejects.toMatchObject({ code })
  })

  it("does not compile, and does not start: a route without the guard, or with the guard after the transaction", async () => {
    class Forgets {
      routes() {
        // @ts-expect-error no middleware provides `org_id`
        return routes([get("/tickets", () => [], { middlewares: [inOrg] })])
      }
    }
    class Swaps {
      routes() {
        return routes([group("", [inOrg, Org], [get("/tickets", () => [])])])
      }
    }
    for (const controller of [Forgets, Swaps]) {
      const root = module({
        name: "order",
        imports: [tenantDatabase(test.url)],
        declarations: [controller, Org],
      })
      await expect(createApp(root, { platform: api() })).rejects.toThrow(/org_id/)
    }
  })

  it("tells the client nothing of an error, which may contain values", async () => {
    class Fails {
      routes() {
        const insert = () => app.get(TenantDb).transact((trx) => sql.raw(rejected[4]![2]).execute(trx), two)
        return routes([get("/fails", insert)])
      }
    }
    const failing = await createTestApp(module({ name: "fails", declarations: [Fails] }), {
      production: true,
    })
    const reply = await failing.request("GET", "/fails")
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.text()).not.toMatch(/ticket|org|23503/)
    await failing.stop()
  })
})
