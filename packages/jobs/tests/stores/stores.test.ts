import { Database } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivatePgBouncer } from "../../../../deploy/testing/private-pgbouncer.ts"
import { jobMigrations } from "../../src/index.ts"
import { PostgresJobStore } from "../../src/postgres-job-store.ts"
import { jobStoreCases } from "../../src/testing.ts"

class Db extends Database<Record<string, never>> {}

const options = { takeOver: 10_000, keepDays: 7 }
const migrated = { migrations: [jobMigrations], migrateAtStart: true, wait: 30_000, timeout: 10_000 }

let postgres: TestDatabase
let bouncer: PrivatePgBouncer
const databases = new Map<string, Db>()

beforeAll(async () => {
  postgres = await createTestDatabase()
  bouncer = await PrivatePgBouncer.start(postgres.url)
  databases.set("PGlite", new Db({ url: "pglite://memory", ...migrated }))
  databases.set("PostgreSQL", new Db({ url: postgres.url, ...migrated }))
  const pooled = { url: bouncer.url, direct: postgres.url, prepare: false, size: 30 }
  databases.set("PostgreSQL behind PgBouncer", new Db({ ...pooled, ...migrated }))
  for (const db of databases.values()) await db.onStart()
})
afterAll(async () => {
  for (const db of databases.values()) await db.onStop()
  await bouncer?.stop()
  await postgres?.drop()
})

describe.each(["PGlite", "PostgreSQL", "PostgreSQL behind PgBouncer"])("PostgresJobStore on %s", (name) => {
  const make = () => new PostgresJobStore(databases.get(name)!, options)
  // PGlite has one session: cases that run at once would wait for each other, and measure that.
  const test = name === "PGlite" ? it : it.concurrent
  for (const { name: what, run } of jobStoreCases({ make }))
    test(what, async () => {
      await expect(run()).resolves.toBeUndefined()
    })
})
