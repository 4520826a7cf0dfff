import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { sql } from "kysely"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase } from "../testing/test-database.ts"
import type { TestDatabase } from "../testing/test-server.ts"
import type { DatabaseOptions } from "../database-options.ts"
import { Database } from "../database.ts"
import type { Migration } from "./migration.ts"

class Db extends Database<Record<string, never>> {}

let test: TestDatabase
let opened: Db[] = []

beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(async () => {
  for (const db of opened) await db.onStop()
  opened = []
  await test.drop()
})

function open(migrations: DatabaseOptions["migrations"], options: DatabaseOptions = {}): Db {
  const db = new Db({ url: test.url, statementTimeout: 5_000, ...options, ...(migrations && { migrations }) })
  opened.push(db)
  return db
}

const posts: Migration = {
  name: "2026-01-posts",
  up: (db) => db.schema.createTable("posts").addColumn("id", "integer").execute(),
  down: (db) => db.schema.dropTable("posts").execute(),
}
const tags: Migration = {
  name: "2026-02-tags",
  up: (db) => db.schema.createTable("tags").addColumn("id", "integer").execute(),
  down: (db) => db.schema.dropTable("tags").execute(),
}

async function tables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'trivet_migrations' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

describe("LockingMigrator", () => {
  it("applies each migration once, in the order of names, and takes the last back", async () => {
    const db = open([tags, posts])
    expect(await db.migrator.migrate()).toEqual([posts.name, tags.name])
    expect(await db.migrator.migrate()).toEqual([])
    expect(await tables(db)).toEqual(["posts", "tags"])
    expect(await db.migrator.rollback()).toEqual([tags.name])
    expect(await tables(db)).toEqual(["posts"])
    expect(await db.migrator.status()).toEqual([
      { name: posts.name, state: "applied", applied_at: expect.any(Date) as Date },
      { name: tags.name, state: "pending", applied_at: undefined },
    ])
    expect(await db.migrator.rollback(5)).toEqual([posts.name])
    expect(await db.migrator.rollback()).toEqual([])
  })

  it("runs everything once when eight ask at the same time", async () => {
    const slow: Migration = {
      name: "slow",
      up: (db) => sql`create table slow as select 1 as n from pg_sleep(0.3)`.execute(db),
    }
    const applied = await Promise.all(Array.from({ length: 8 }, () => open([posts, slow]).migrator.migrate()))
    expect(applied.flat()).toEqual([posts.name, slow.name])
  })

  it("builds an index concurrently while others wait for their turn", async () => {
    const index: Migration = {
      name: "2026-03-index",
      transaction: false,
      up: async (db) => {
        await sql`select pg_sleep(0.3)`.execute(db)
        await sql`create index concurrently posts_id on posts (id)`.execute(db)
      },
    }
    const applied = await Promise.all(
      Array.from({ length: 4 }, () => open([posts, index]).migrator.migrate()),
    )
    expect(applied.flat()).toEqual([posts.name, index.name])
  })

  it("runs as long as it takes, whatever the default of the database is", async () => {
    const slow: Migration = { name: "slow", up: (db) => sql`select pg_sleep(0.4)`.execute(db) }
    const db = open([slow])
    const name = new URL(test.url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set statement_timeout = 100`.execute(db)
    expect(await db.migrator.migrate()).toEqual([slow.name])
  })

  it("undoes all of a migration that fails, keeps those before it, and says which", async () => {
    const broken: Migration = {
      name: "2026-03-broken",
      up: async (db) => {
        await sql`create table half (id int)`.execute(db)
        await sql`create table posts (id int)`.execute(db)
      },
    }
    const db = open([posts, broken])
    await expect(db.migrator.migrate()).rejects.toThrow(
      'The migration `2026-03-broken` failed: relation "posts" already exists',
    )
    expect(await tables(db)).toEqual(["posts"])
    expect(await open([posts, tags]).migrator.migrate()).toEqual([tags.name])
  })

  it("runs a migration outside of a transaction when it asks for that", async () => {
    const index: Migration = {
      name: "2026-03-index",
      transaction: false,
      up: (db) => sql`create index concurrently posts_id on posts (id)`.execute(db),
    }
    expect(await open([posts, index]).migrator.migrate()).toEqual([posts.name, index.name])
  })

  it("gives a migration more time than a query has", async () => {
    const slow: Migration = { name: "slow", up: (db) => sql`select pg_sleep(1)`.execute(db) }
    expect(await open([slow], { statementTimeout: 100 }).migrator.migrate()).toEqual(["slow"])
  })

  it("shows what it would run without running it", async () => {
    const db = open([posts, tags])
    await open([posts]).migrator.migrate()
    expect(await db.migrator.planMigrate()).toEqual([
      { migration: tags.name, statement: 'create table "tags" ("id" integer)' },
    ])
    expect(await db.migrator.planRollback(2)).toEqual([
      { migration: posts.name, statement: 'drop table "posts"' },
    ])
    expect(await tables(db)).toEqual(["posts"])
  })

  it("changes nothing of an empty database when it is only asked", async () => {
    const db = open([posts])
    expect(await db.migrator.status()).toEqual([
      { name: posts.name, state: "pending", applied_at: undefined },
    ])
    expect(await db.migrator.planMigrate()).toHaveLength(1)
    const { rows } = await sql<{ found: unknown }>`select to_regclass('trivet_migrations') as found`.execute(
      db,
    )
    expect(rows).toEqual([{ found: null }])
  })

  it("lets an older version of the application start, and reverts no migration that it does not have", async () => {
    await open([posts, tags]).migrator.migrate()
    const older = open([posts])
    expect(await older.migrator.migrate()).toEqual([])
    expect((await older.migrator.status()).map(({ state }) => state)).toEqual(["missing", "applied"])
    await expect(older.migrator.rollback()).rejects.toThrow(
      "this version of the application does not contain it",
    )
    await expect(open([posts, { name: tags.name, up: tags.up }]).migrator.rollback()).rejects.toThrow(
      "it has no `down(db)`",
    )
    await expect(open([posts, posts]).migrator.migrate()).rejects.toThrow("Two migrations are named")
  })

  it("reads TypeScript files from a folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "trivet-migrations-"))
    try {
      writeFileSync(
        join(folder, "1-notes.ts"),
        `export async function up(db: { schema: any }): Promise<void> {
           await db.schema.createTable("notes").addColumn("id", "integer").execute()
         }
         export const down = (db: { schema: any }): Promise<void> => db.schema.dropTable("notes").execute()\n`,
      )
      writeFileSync(join(folder, "README.md"), "not a migration\n")
      writeFileSync(join(folder, "1-notes.test.ts"), "throw new Error('a test is no migration')\n")
      mkdirSync(join(folder, "old"))
      const db = open(pathToFileURL(folder))
      expect(await db.migrator.migrate()).toEqual(["1-notes"])
      expect(await tables(db)).toEqual(["notes"])
      expect(await open(folder).migrator.rollback()).toEqual(["1-notes"])
      writeFileSync(join(folder, "2-empty.ts"), "export const nothing = 1\n")
      await expect(open(folder).migrator.migrate()).rejects.toThrow("does not export a function `up(db)`")
    } finally {
      rmSync(folder, { recursive: true })
    }
    await expect(open(folder).migrator.status()).rejects.toThrow(
      /^The folder of migrations, .*, cannot be read: ENOENT/,
    )
  })
})
