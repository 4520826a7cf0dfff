import { Database } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivatePgBouncer } from "../../../../deploy/testing/private-pgbouncer.ts"
import { jobMigrations } from "../../src/index.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"
import { jobStoreCases } from "./cases/job-store-cases.ts"

class Db extends Database<Record<string, never>> {}

const options = { takeOverAfter: 10_000, keepDays: 7, keepDeadDays: 30 }
const migrated = {
  migrations: [jobMigrations],
  migrateAtStart: true,
  acquireTimeout: 30_000,
  statementTimeout: 10_000,
}

let postgres: TestDatabase
let bouncer: PrivatePgBouncer
const databases = new Map<string, Db>()

beforeAll(async () => {
  postgres = await createTestDatabase()
  bouncer = await PrivatePgBouncer.start(postgres.url)
  const pglite = await createTestDatabase({ url: "pglite://memory", migrations: [jobMigrations] })
  databases.set("PGlite", new Db({ url: pglite.url, ...migrated }))
  databases.set("PostgreSQL", new Db({ url: postgres.url, ...migrated }))
  const pooled = { url: bouncer.url, directUrl: postgres.url, preparedStatements: false, maxConnections: 30 }
  databases.set("PostgreSQL behind PgBouncer", new Db({ ...pooled, ...migrated }))
  for (const db of databases.values()) await db.onStart()
})
afterAll(async () => {
  for (const db of databases.values()) await db.onStop()
  await bouncer?.stop()
  await postgres?.drop()
})

const makeOn = (name: string) => () => new PostgresJobStore(databases.get(name)!, options)

describe.each(["PostgreSQL", "PostgreSQL behind PgBouncer"])("PostgresJobStore on %s", (name) => {
  it.concurrent.each(jobStoreCases({ make: makeOn(name) }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

// One after the other: PGlite has one session, so that cases would wait for each other, and measure that.
describe("PostgresJobStore on PGlite", () => {
  it.each(jobStoreCases({ make: makeOn("PGlite") }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
