import { createTenantRole, Database, type Migration, postgres } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import type { Kysely } from "kysely"
import { inject, module, provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Identities, MemoryIdentities } from "../../src/openid.ts"
import { PostgresIdentities } from "../../src/postgres.ts"

class Db extends Database<Record<string, never>> {}

let test: TestDatabase
let db: Db
beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url, statementTimeout: 10_000, acquireTimeout: 10_000 })
  // As several processes do that start at the same time.
  await Promise.all(Array.from({ length: 8 }, () => new PostgresIdentities(db).onStart()))
})
afterAll(async () => {
  await db.onStop()
  await test.drop()
})

describe.each<readonly [string, () => Identities]>([
  ["MemoryIdentities", () => new MemoryIdentities()],
  ["PostgresIdentities", () => new PostgresIdentities(db)],
])("%s", (_, make) => {
  /** Identities and users that no other test has. */
  const own = () => {
    const issuer = `https://${crypto.randomUUID()}.example`
    return { issuer, one: { issuer, subject: "1" }, ada: `ada ${issuer}`, bob: `bob ${issuer}` }
  }

  it("finds the user of an identity, and nobody for an unknown one", async () => {
    const [store, { one, ada, bob }] = [make(), own()]
    expect(await store.find(one)).toBeUndefined()
    expect(await store.link(one, ada)).toBe(ada)
    expect([await store.find(one), await store.list(ada), await store.list(bob)]).toEqual([ada, [one], []])
  })

  it("leaves an identity with the user who has it", async () => {
    const [store, { one, ada, bob }] = [make(), own()]
    await store.link(one, ada)
    expect([await store.link(one, bob), await store.link(one, ada)]).toEqual([ada, ada])
    expect([await store.find(one), await store.list(bob)]).toEqual([ada, []])
  })

  it("gives an identity to one of many at once, and tells all of them to whom", async () => {
    const [store, { one }] = [make(), own()]
    const got = await Promise.all(Array.from({ length: 30 }, (__, at) => store.link(one, `user ${at}`)))
    expect([...new Set(got)]).toEqual([await store.find(one)])
  })

  it("tells issuers and subjects apart, however they are spelt", async () => {
    const [store, { issuer, ada }] = [make(), own()]
    const all = [
      { issuer, subject: "a" },
      { issuer, subject: "A" },
      { issuer, subject: "a " },
      { issuer, subject: "'; drop table user_identities --" },
      { issuer, subject: "__proto__" },
      { issuer: `${issuer}/`, subject: "a" },
      { issuer: `${issuer}","a`, subject: "" },
    ]
    for (const [at, identity] of all.entries())
      expect(await store.link(identity, `${ada} ${at}`)).toBe(`${ada} ${at}`)
    for (const [at, identity] of all.entries()) expect(await store.list(`${ada} ${at}`)).toEqual([identity])
  })

  it("takes an identity from its user alone, and then it is free", async () => {
    const [store, { one, ada, bob }] = [make(), own()]
    await store.link(one, ada)
    expect([await store.unlink(one, bob), await store.find(one)]).toEqual([false, ada])
    expect([await store.unlink(one, ada), await store.unlink(one, ada)]).toEqual([true, false])
    expect(await store.link(one, bob)).toBe(bob)
  })

  it("takes all identities from a user, and none from others", async () => {
    const [store, { issuer, one, ada, bob }] = [make(), own()]
    await store.link(one, ada)
    await store.link({ issuer, subject: "2" }, ada)
    await store.link({ issuer, subject: "3" }, bob)
    expect([await store.unlinkAll(ada), await store.unlinkAll(ada)]).toEqual([2, 0])
    expect([await store.list(ada), await store.find(one)]).toEqual([[], undefined])
    expect(await store.list(bob)).toEqual([{ issuer, subject: "3" }])
  })

  it("lists several of a user, the oldest first", async () => {
    const [store, { issuer, ada }] = [make(), own()]
    const all = ["z", "a", "m"].map((subject) => ({ issuer, subject }))
    for (const identity of all) await store.link(identity, ada)
    expect(await store.list(ada)).toEqual(all)
  })
})

describe("the table of identities", () => {
  it("is made with the rights of the login, and used with the role of the tenants", async () => {
    const tenants = "trivet_test_identities"
    const migration: Migration = {
      name: "1-role",
      up: (on: Kysely<unknown>) => createTenantRole(on, tenants),
    }
    const { url, drop } = await createTestDatabase()
    const database = postgres(Db, {
      url,
      migrations: [migration],
      migrateAtStart: true,
      tenant: { column: "org_id", role: tenants },
    })
    const store = module({
      name: "store",
      imports: [database],
      declarations: [provide(Identities, () => new PostgresIdentities(inject(Db)))],
    })
    // The second time it is there.
    for (const start of ["first", "second"]) {
      const app = await createTestApp(store)
      const identity = { issuer: "https://login.example", subject: start }
      expect(await app.get(Identities).link(identity, "ada")).toBe("ada")
      expect(await app.get(Identities).find({ ...identity, subject: "first" })).toBe("ada")
      await app.stop()
    }
    await drop()
  })
})
