import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import pg from "pg"
import { module } from "trivet"
import { createTestApp, createTestLog } from "trivet/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Connections } from "../../src/connection/connections.ts"
import { databaseSettingsOf } from "../../src/database-options.ts"
import { Database, type Migration, postgres } from "../../src/index.ts"
import { LockingMigrator } from "../../src/migrations/locking-migrator.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"

class Db extends Database<Record<string, never>> {}

let test: TestDatabase
let client: pg.Client

beforeEach(async () => {
  test = await createTestDatabase()
  client = new pg.Client({ connectionString: test.url })
  await client.connect()
  await client.query("create table records (id text)")
})
afterEach(async () => {
  await client.end()
  await test.drop()
})

/** The locks of other sessions on the table, and the lock of migrations. */
async function locks(): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select distinct coalesce(relation::regclass::text, locktype) as what from pg_locks
      where database = (select oid from pg_database where datname = current_database()) and granted
        and pid <> pg_backend_pid() and (locktype = 'advisory' or relation = 'records'::regclass) order by 1`,
  )
  return rows.map(({ what }) => what)
}

const addColumn = (name: string): Migration => ({
  name,
  up: (db) => sql`alter table records add column ${sql.id(`c${name}`)} int`.execute(db),
})

describe("a migration at start", () => {
  it.each(["SIGKILL", "SIGTERM"] as const)(
    "leaves no lock 5 s after its process was ended by %s",
    async (signal) => {
      const started = fork(join(import.meta.dirname, "attacked/migrating.ts"), {
        execArgv: ["--conditions=@trivet/source"],
        env: { ...process.env, DATABASE_URL: test.url },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      await expect.poll(locks, { timeout: 60_000 }).toEqual(["advisory", "records"])
      const ended = once(started, "exit")
      started.kill(signal)
      await ended
      const began = performance.now()
      await expect.poll(locks, { timeout: 20_000 }).toEqual([])
      expect(performance.now() - began).toBeLessThan(5_000)
      const db = new Db({ url: test.url, migrations: [addColumn("1")] })
      expect(await db.migrator.migrate()).toEqual(["1"])
      await db.onStop()
    },
    90_000,
  )

  it("has no limit of time, unlike other hooks", async () => {
    // TRIVET_LONG=1 takes longer than the default limit of 30 s.
    const [seconds, options] =
      process.env["TRIVET_LONG"] === "1" ? [40, {}] : ([0.5, { startHookTimeout: 100 }] as const)
    const slow: Migration = { name: "slow", up: (db) => sql`select pg_sleep(${seconds})`.execute(db) }
    const database = postgres(Db, { url: test.url, migrations: [slow], migrateAtStart: true })
    const app = await createTestApp(module({ name: "root", imports: [database] }), options)
    expect((await app.get(Db).migrator.status()).map(({ state }) => state)).toEqual(["applied"])
    await app.stop()
  }, 90_000)

  it("waits as long as another session migrates, and says so once", async () => {
    const { log, lines } = createTestLog()
    const slow: Migration = { name: "slow", up: (db) => sql`select pg_sleep(1)`.execute(db) }
    const first = new Db({ url: test.url, migrations: [slow] })
    const second = new Db({ url: test.url, migrations: [slow], log })
    const migrating = first.migrator.migrate()
    await expect.poll(locks).toContain("advisory")
    expect(await second.migrator.migrate()).toEqual([])
    expect(await migrating).toEqual(["slow"])
    expect(lines.map(({ msg }) => msg)).toEqual(["another session migrates the database: waiting for it"])
    for (const db of [first, second]) await db.onStop()
  })
})

describe("a migration of a table that others use", () => {
  /** Reads the table in a transaction that stays open until the function is called. */
  async function hold(): Promise<() => Promise<void>> {
    const other = new pg.Client({ connectionString: test.url })
    await other.connect()
    await other.query("begin; select * from records")
    return () => other.end()
  }

  it("waits for the table in short turns, so that queries behind it go on, and is applied in the end", async () => {
    const { log, lines } = createTestLog()
    const release = await hold()
    const db = new Db({ url: test.url, migrations: [addColumn("1")], log })
    const migrating = db.migrator.migrate()
    const until = performance.now() + 3_000
    let longest = 0
    // These have the limit of 1.5 s that every query has.
    while (performance.now() < until) {
      const began = performance.now()
      await sql`select * from records`.execute(db)
      longest = Math.max(longest, performance.now() - began)
      await sleep(10)
    }
    expect(longest, "a query behind the migration").toBeGreaterThan(300)
    expect(longest, "a query behind the migration").toBeLessThan(1_500)
    await release()
    expect(await migrating).toEqual(["1"])
    expect(lines.map(({ msg }) => msg)).toContain("the migration waits for a lock: trying again")
    await db.onStop()
  })

  it("has changed nothing if it never gets the table, and says why", async () => {
    const release = await hold()
    const connections = new Connections(databaseSettingsOf({ url: test.url }), undefined)
    const migrator = new LockingMigrator(connections, [addColumn("1")], undefined, 1_000)
    const error = await migrator.migrate().then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    )
    expect(error).toMatchObject({ code: "MIGRATION_LOCKED" })
    expect(error!.message).toMatch(
      /^The migration `1` got no lock within \d+ s: other sessions use its tables/,
    )
    expect(error!.message).not.toContain("not available")
    expect(await locks()).toEqual(["records"])
    await release()
    expect((await migrator.status()).map(({ state }) => state)).toEqual(["pending"])
    await connections.end()
  })

  it("does not depend on the `lock_timeout` of the role or the database", async () => {
    const name = new URL(test.url).pathname.slice(1)
    await client.query(`alter database ${name} set lock_timeout = 20`)
    const release = await hold()
    const outside: Migration = { ...addColumn("1"), transaction: false }
    const db = new Db({ url: test.url, migrations: [outside, addColumn("2")] })
    const migrating = db.migrator.migrate()
    const waits = "select 1 from pg_locks where not granted and relation = 'records'::regclass"
    await expect.poll(async () => (await client.query(waits)).rowCount).toBe(1)
    await sleep(200)
    await release()
    expect(await migrating).toEqual(["1", "2"])
    await db.onStop()
  })

  it("says what PostgreSQL said if it set a `lock_timeout` of its own outside of a transaction", async () => {
    const release = await hold()
    const own: Migration = {
      name: "1",
      transaction: false,
      up: async (db) => {
        await sql`set lock_timeout = 50`.execute(db)
        await sql`alter table records add column own int`.execute(db)
      },
    }
    const db = new Db({ url: test.url, migrations: [own] })
    await expect(db.migrator.migrate()).rejects.toThrow(
      "The migration `1` failed: canceling statement due to lock timeout.",
    )
    await release()
    await db.onStop()
  })
})
