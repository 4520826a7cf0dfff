import { setTimeout as sleep } from "node:timers/promises"
import { type Kysely, sql } from "kysely"
import { createApp, inject, KeyValue, module, provide } from "trivet"
import { api } from "trivet/api"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postgres } from "../../src/postgres.ts"
import { PostgresKeyValue } from "../../src/postgres-key-value.ts"
import { createTenantRole } from "../../src/tenants/protect-table.ts"
import type { Migration } from "../../src/migrations/migration.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"
import { role, tenantDatabase, TenantDb, tenantModule } from "./tenant-app.ts"

describe("a transaction with a tenant", () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  it("is the only place where rows are seen, and rows of others cannot be written", async () => {
    const app = await createTestApp(tenantModule(test.url))
    const as = (org: string) => ({ headers: { "x-org": org } })
    expect((await app.request("POST", "/tickets", as("1"))).json()).toMatchObject({ org_id: "1" })
    const db = app.get(TenantDb)
    for (const org of ["1", "2"]) {
      const found = (await app.request("GET", "/tickets", as(org))).json() as readonly object[]
      expect(found).toHaveLength(org === "1" ? 1 : 0)
      expect((await app.request("GET", "/tickets/forgotten", as(org))).json()).toEqual([])
      expect((await app.request("GET", "/plain", as(org))).json()).toEqual([])
    }
    const foreign = db.transact(
      (trx) => trx.insertInto("tickets").values({ title: "x", org_id: "2" }).execute(),
      {
        tenant: { org_id: 1 },
      },
    )
    await expect(foreign).rejects.toMatchObject({ code: "42501" })
    await expect(db.insertInto("tickets").values({ title: "nobody's" }).execute()).rejects.toMatchObject({
      code: "42501",
    })
    await app.stop()
  })

  it("has that of its call, unless it names another", async () => {
    const app = await createTestApp(tenantModule(test.url))
    const as = { headers: { "x-org": "7" } }
    expect((await app.request("POST", "/own", as)).json()).toEqual(["7", "8"])
    expect((await app.request("GET", "/stream", as)).text()).toContain('"7"')
    // Without a tenant of the call there is none.
    expect((await app.request("POST", "/own")).status).toBe(500)
    await app.stop()
  })

  it("has that of the savepoint in it, and its own again after it", async () => {
    const app = await createTestApp(tenantModule(test.url))
    const db = app.get(TenantDb)
    const current = () =>
      sql<{ org: string }>`select current_setting('app.org_id', true) as org`
        .execute(db)
        .then(({ rows }) => rows[0]!.org)
    const seen = await db.transact(
      async () => {
        const [before, plain] = [await current(), await db.transact(current)]
        const inner = await db.transact(current, { tenant: { org_id: 2 } })
        await db
          .transact(() => Promise.reject(new Error("undone")), { tenant: { org_id: 3 } })
          .catch(() => undefined)
        return [before, plain, inner, await current()]
      },
      { tenant: { org_id: 1 } },
    )
    expect(seen).toEqual(["1", "1", "2", "1"])
    expect(
      await db.transact(async () => [await db.transact(current, { tenant: { org_id: 2 } }), await current()]),
    ).toEqual(["2", ""])
    expect([null, ""]).toContain(await current())
    await app.stop()
  })

  it("is a fault without a value, and no statement with a value that is not one", async () => {
    const app = await createTestApp(tenantModule(test.url))
    const reply = await app.request("GET", "/tickets")
    expect(reply.status).toBe(500)
    const db = app.get(TenantDb)
    const read = (org_id: unknown) =>
      db.transact((trx) => trx.selectFrom("tickets").select("id").execute(), {
        tenant: { org_id: org_id as string },
      })
    for (const none of [undefined, null, "", {}])
      await expect(read(none)).rejects.toMatchObject({ code: "TENANT_MISSING" })
    await expect(read("1' or true --")).rejects.toMatchObject({ code: "22P02" })
    await app.stop()
  })
})

const forgotten: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ["a table without a policy", /the table notes has no policy/, ["create table notes (org_id bigint)"]],
  [
    "a copy of a table",
    /the table copies has no policy/,
    ["create table copies (like tickets including all)"],
  ],
  [
    "a table whose owner sees all",
    /the table tickets has no policy/,
    ["alter table tickets no force row level security"],
  ],
  [
    "a policy that was switched off",
    /the table tickets has no policy/,
    ["alter table tickets disable row level security"],
  ],
  [
    "a second policy that permits everything",
    /the table tickets has no policy/,
    ["create policy all_of_it on tickets using (true)"],
  ],
  [
    "a partition that is read by itself",
    /the table parts_1 has no policy/,
    [
      "create table parts (org_id bigint) partition by list (org_id)",
      "create table parts_1 partition of parts for values in (1)",
    ],
  ],
  [
    "a view with the rights of its owner",
    /the view listed reads tickets/,
    ["create view listed as select * from tickets"],
  ],
  [
    "a view that reads another one",
    /the view outer_view reads tickets/,
    [
      "create view inner_view with (security_invoker = true) as select * from tickets",
      "create view outer_view as select * from inner_view",
    ],
  ],
  [
    "a materialized view",
    /the materialized view kept contains rows of all tenants of tickets/,
    ["create materialized view kept as select count(*) from tickets"],
  ],
  [
    "a policy with an exception",
    /the table tickets has no policy/,
    [
      "drop policy tenant on tickets",
      "create policy mine on tickets using (org_id = current_setting('app.org_id')::bigint or title = 'public')",
    ],
  ],
  [
    "a policy on another column",
    /the table tickets has no policy/,
    [
      "drop policy tenant on tickets",
      "create policy mine on tickets using (id = nullif(current_setting('app.org_id', true), '')::bigint)",
    ],
  ],
  [
    "a policy that lets rows of others be written",
    /the table tickets has no policy/,
    [
      "drop policy tenant on tickets",
      "create policy mine on tickets using (org_id = current_setting('app.org_id')::bigint) with check (true)",
    ],
  ],
  [
    "a table that inherits from another one",
    /the table older has no policy/,
    ["create table older () inherits (tickets)"],
  ],
  [
    "a table in another schema",
    /the table notes has no policy/,
    ["create schema archive", "create table archive.notes (org_id bigint)"],
  ],
  [
    "a table on another server",
    /the foreign table far cannot have a policy/,
    [
      "create foreign data wrapper none",
      "create server elsewhere foreign data wrapper none",
      "create foreign table far (org_id bigint) server elsewhere",
    ],
  ],
  [
    "a function with the rights of a superuser",
    /the function counted runs with the rights of \S+, who bypasses/,
    [
      "create function counted() returns bigint language sql security definer as 'select count(*) from tickets'",
    ],
  ],
]

describe("a gap between tenants", () => {
  const migration = (statements: readonly string[]): Migration => ({
    name: "2-gap",
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  })
  const boot = (url: string, statements: readonly string[], except: readonly string[] = []) =>
    createApp(module({ name: "gap", imports: [tenantDatabase(url, [migration(statements)], except)] }), {
      platform: api(),
    })

  it.each(forgotten)("is a fault at the start: %s", async (_, message, statements) => {
    const test = await createTestDatabase()
    await expect(boot(test.url, statements)).rejects.toThrow(message)
    await test.drop()
  })

  it("is no fault if it is none, or was named as an exception", async () => {
    const test = await createTestDatabase()
    const fine = [
      "create view mine with (security_invoker = true) as select * from tickets",
      "create table members (org_id bigint, user_id bigint)",
      "create table settings (name text)",
      "create table notes (org_id text not null)",
      "alter table notes enable row level security",
      "alter table notes force row level security",
      "create policy own on notes using (org_id = current_setting('app.org_id', true) and org_id <> '')",
      "create function plain() returns bigint language sql as 'select count(*) from tickets'",
    ]
    const app = await boot(test.url, fine, ["members"])
    expect(app.get(TenantDb).pool.open).toBeGreaterThan(0)
    await app.stop()
    await test.drop()
  })

  it("is a role that was dropped later: no connection goes on with the rights of the login", async () => {
    const test = await createTestDatabase()
    const own = `dropped_${crypto.randomUUID().replaceAll("-", "")}`
    const root = new TenantDb({ url: test.url })
    await createTenantRole(root, own)
    const options = { url: test.url, maxLifetime: 1, tenant: { column: "org_id", role: own } }
    const app = await createApp(module({ name: "gap", imports: [postgres(TenantDb, options)] }), {
      platform: api(),
    })
    const current = () =>
      sql<{ role: string }>`select current_user as role`
        .execute(app.get(TenantDb))
        .then(({ rows }) => rows[0]!.role)
    expect(await current()).toBe(own)
    await sql`drop owned by ${sql.id(own)}`.execute(root)
    await sql`drop role ${sql.id(own)}`.execute(root)
    // A connection that was open keeps the role, and is replaced.
    await sleep(300)
    const told = await current().catch((error: Error) => String(error.cause))
    expect(told).toContain(`role "${own}" does not exist`)
    await app.stop()
    await root.onStop()
    await test.drop()
  })

  it("is a role that bypasses policies", async () => {
    const test = await createTestDatabase()
    const database = postgres(TenantDb, { url: test.url, tenant: { column: "org_id" } })
    const booted = createApp(module({ name: "gap", imports: [database] }), { platform: api() })
    await expect(booted).rejects.toThrow(/TENANT_ROLE_BYPASSES/)
    await test.drop()
  })
})

describe("a table that is made at the start", () => {
  const storeOn = (url: string) =>
    module({
      name: "store",
      imports: [tenantDatabase(url)],
      exports: [KeyValue],
      declarations: [provide(KeyValue, () => new PostgresKeyValue(inject(TenantDb)))],
    })

  it("is made with the rights of the login, and used with the role of the tenants", async () => {
    const test = await createTestDatabase()
    // The second time it is there.
    for (const start of ["first", "second"]) {
      const app = await createTestApp(storeOn(test.url))
      await app.get(KeyValue).set(start, "kept")
      expect(await app.get(KeyValue).get("first")).toBe("kept")
      const { rows } = await sql<{
        role: string
      }>`select current_user as role`.execute(app.get(TenantDb))
      expect(rows).toEqual([{ role }])
      await app.stop()
    }
    await test.drop()
  })
})

describe("a migration that changes rows of all tenants", () => {
  it("sees none of them, unless it says so", async () => {
    const test = await createTestDatabase()
    const owner = new TenantDb({ url: test.url })
    const app = await createTestApp(tenantModule(test.url))
    await app.request("POST", "/tickets", { headers: { "x-org": "1" } })
    await app.request("POST", "/tickets", { headers: { "x-org": "2" } })
    // The owner of a production database is no superuser.
    const asOwner = `alter table tickets owner to ${role}`
    await sql.raw(asOwner).execute(owner)
    const change = (before: string, after: string) =>
      owner.transact(async (trx) => {
        for (const text of [`set local role ${role}`, before]) await sql.raw(text).execute(trx)
        const { numAffectedRows } = await sql`update tickets set title = 'new'`.execute(trx)
        await sql.raw(after).execute(trx)
        return Number(numAffectedRows)
      })
    expect(await change("select 1", "select 1")).toBe(0)
    expect(
      await change(
        "alter table tickets no force row level security",
        "alter table tickets force row level security",
      ),
    ).toBe(2)
    expect((await app.request("GET", "/tickets", { headers: { "x-org": "2" } })).json()).toHaveLength(1)
    await app.stop()
    await owner.onStop()
    await test.drop()
  })
})
