import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
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
import type { PackageMigrations } from "./package-migrations.ts"

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

type List = Exclude<DatabaseOptions["migrations"], URL | string | undefined>

function open(...migrations: List): Db {
  const db = new Db({ url: test.url, statementTimeout: 5_000, migrations })
  opened.push(db)
  return db
}

function creates(name: string, table: string): Migration {
  return {
    name,
    up: (db) => sql`create table ${sql.table(table)} (id int)`.execute(db),
    down: (db) => sql`drop table ${sql.table(table)}`.execute(db),
  }
}

async function rowsOf(db: Db, query: string): Promise<unknown[]> {
  return (await sql`${sql.raw(query)}`.execute(db)).rows
}

async function statesOf(db: Db): Promise<string[]> {
  return (await db.migrator.status()).map(({ name, state }) => `${name} ${state}`)
}

const tasks: Migration = {
  name: "001-tasks",
  up: (db) => sql`create table tasks (id serial primary key, title text not null)`.execute(db),
  down: (db) => sql`drop table tasks`.execute(db),
}

// Two versions of a package. Its migrations are named as those of the application are.
const create: Migration = {
  name: "001-create",
  up: (db) => sql`create table comments (id serial primary key, text text not null)`.execute(db),
  down: (db) => sql`drop table comments`.execute(db),
}
const author: Migration = {
  name: "002-author",
  up: (db) => sql`alter table comments add column author text not null default 'unknown'`.execute(db),
  down: (db) => sql`alter table comments drop column author`.execute(db),
}
const version1: PackageMigrations = { package: "@acme/comments", migrations: [create] }
const version2: PackageMigrations = { package: "@acme/comments", migrations: [author, create] }

describe("migrations of packages", () => {
  it("have names that begin with the package, and are applied in the order of the list", async () => {
    const refers: Migration = {
      name: "000-task-comments",
      up: (db) => sql`create table task_comments (comment_id int references comments)`.execute(db),
    }
    const names = ["@acme/comments/001-create", "@acme/comments/002-author", "000-task-comments", "001-tasks"]
    const db = open(version2, tasks, refers)
    expect(await statesOf(db)).toEqual(names.map((name) => `${name} pending`))
    expect((await db.migrator.planMigrate()).map(({ migration }) => migration)).toEqual(names)
    expect(await db.migrator.migrate()).toEqual(names)
    expect(await db.migrator.migrate()).toEqual([])
    expect(await statesOf(db)).toEqual(names.map((name) => `${name} applied`))
  })

  it("divide the application's own migrations where they stand between them", async () => {
    const tags: PackageMigrations = { package: "tags", migrations: [creates("1", "tags")] }
    const db = open(creates("c", "c"), creates("a", "a"), tags, creates("d", "d"), creates("b", "b"))
    expect(await db.migrator.migrate()).toEqual(["a", "c", "tags/1", "b", "d"])
  })

  it("do not collide with those of another package that have the same names", async () => {
    const same = ["@acme/comments", "@acme/tags", "comments"].map((name, at): PackageMigrations => ({
      package: name,
      migrations: [creates("001-create", `table_${at}`)],
    }))
    const db = open(...same, creates("001-create", "own"))
    const names = ["@acme/comments/001-create", "@acme/tags/001-create", "comments/001-create", "001-create"]
    expect(await db.migrator.migrate()).toEqual(names)
    expect(await db.migrator.rollback("@acme/tags/001-create")).toEqual(["@acme/tags/001-create"])
    expect(await db.migrator.migrate()).toEqual(["@acme/tags/001-create"])
  })

  it("are a fault if a package is listed twice, has no valid name, or has two of the same name", async () => {
    const faults: readonly (readonly [list: List, code: string])[] = [
      [[version1, tasks, version2], "MIGRATION_PACKAGE_TWICE"],
      [[{ package: "", migrations: [create] }], "MIGRATION_PACKAGE_INVALID"],
      [[{ package: "acme/comments", migrations: [create] }], "MIGRATION_PACKAGE_INVALID"],
      [[{ package: "@acme", migrations: [create] }], "MIGRATION_PACKAGE_INVALID"],
      [[{ package: "@acme/comments/", migrations: [create] }], "MIGRATION_PACKAGE_INVALID"],
      [[{ package: "@acme/comments", migrations: [create, create] }], "MIGRATION_NAME_TAKEN"],
      [[version1, creates("@acme/comments/001-create", "own")], "MIGRATION_NAME_TAKEN"],
      [[tasks, version1, tasks], "MIGRATION_NAME_TAKEN"],
    ]
    for (const [list, code] of faults) {
      const db = open(...list)
      for (const act of [() => db.migrator.migrate(), () => db.migrator.status()])
        await expect(act()).rejects.toMatchObject({ code })
    }
    await expect(open(version1, version2).migrator.migrate()).rejects.toThrow(
      "The option `migrations` has two entries for the package `@acme/comments`.",
    )
  })

  it("are upgraded from the state of an older version, with the data that it has", async () => {
    const old = open(version1, tasks)
    await old.migrator.migrate()
    await sql`insert into tasks (title) values ('Write')`.execute(old)
    await sql`insert into comments (text) values ('Good')`.execute(old)

    const upgraded = open(version2, tasks)
    expect(await statesOf(upgraded)).toEqual([
      "@acme/comments/001-create applied",
      "@acme/comments/002-author pending",
      "001-tasks applied",
    ])
    expect(await upgraded.migrator.migrate()).toEqual(["@acme/comments/002-author"])
    expect(await rowsOf(upgraded, "select * from tasks")).toEqual([{ id: 1, title: "Write" }])
    expect(await rowsOf(upgraded, "select * from comments")).toEqual([
      { id: 1, text: "Good", author: "unknown" },
    ])

    // The old version still starts, and the upgrade was the last change, though not the last of the list.
    expect(await old.migrator.migrate()).toEqual([])
    expect(await statesOf(old)).toContain("@acme/comments/002-author missing")
    expect(await upgraded.migrator.rollback()).toEqual(["@acme/comments/002-author"])
    expect(await rowsOf(old, "select * from comments")).toEqual([{ id: 1, text: "Good" }])
  })

  it("name the package when one fails, and leave those before it applied", async () => {
    const broken: Migration = {
      name: "002-broken",
      up: async (db) => {
        await sql`create table half (id int)`.execute(db)
        await sql`select * from nowhere`.execute(db)
      },
    }
    const failing: PackageMigrations = { package: "@acme/comments", migrations: [create, broken] }
    await expect(open(tasks, failing, creates("9-later", "later")).migrator.migrate()).rejects.toMatchObject({
      code: "MIGRATION_FAILED",
      message: expect.stringContaining("The migration `@acme/comments/002-broken` failed: ") as string,
      fix:
        "Correct the cause, or install another version of the package `@acme/comments`, and run it again: " +
        "its transaction was rolled back, so it has changed nothing.",
    })
    const db = open(tasks, version2, creates("9-later", "later"))
    expect(await statesOf(db)).toEqual([
      "001-tasks applied",
      "@acme/comments/001-create applied",
      "@acme/comments/002-author pending",
      "9-later pending",
    ])
    expect(await db.migrator.migrate()).toEqual(["@acme/comments/002-author", "9-later"])
  })

  it("are read from the package's folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "trivet-package-"))
    try {
      writeFileSync(
        join(folder, "001-create.js"),
        `export const transaction = false
         export const up = (db) => db.schema.createTable("comments").addColumn("id", "integer").execute()
         export const down = (db) => db.schema.dropTable("comments").execute()\n`,
      )
      writeFileSync(join(folder, "001-create.d.ts"), "export declare const transaction = false\n")
      writeFileSync(join(folder, "001-create.js.map"), "{}\n")
      const db = open({ package: "@acme/comments", migrations: pathToFileURL(folder) }, folder)
      const names = ["@acme/comments/001-create", "001-create"]
      expect(await statesOf(db)).toEqual(names.map((name) => `${name} pending`))
      expect((await db.migrator.planMigrate()).map(({ migration }) => migration)).toEqual(names)
      const alone = open({ package: "@acme/comments", migrations: pathToFileURL(folder) })
      expect(await alone.migrator.migrate()).toEqual(["@acme/comments/001-create"])
      expect(await alone.migrator.rollback()).toEqual(["@acme/comments/001-create"])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("may be instances of a class", async () => {
    class Create implements Migration {
      readonly name = "001-create"
      readonly transaction = false
      readonly #index = sql`create index concurrently comments_id on comments (id)`
      async up(db: Parameters<Migration["up"]>[0]) {
        await sql`create table comments (id int)`.execute(db)
        await this.#index.execute(db)
      }
      async down(db: Parameters<Migration["up"]>[0]) {
        await sql`drop table ${sql.table(this.#index === undefined ? "" : "comments")}`.execute(db)
      }
    }
    const db = open({ package: "@acme/comments", migrations: [new Create()] })
    expect(await db.migrator.migrate()).toEqual(["@acme/comments/001-create"])
    expect(await db.migrator.rollback()).toEqual(["@acme/comments/001-create"])
  })

  it("are rolled back in reverse, also if the clock stood still when they were applied", async () => {
    const db = open(version2, tasks)
    await db.migrator.migrate()
    await sql`update trivet_migrations set applied_at = now()`.execute(db)
    expect((await db.migrator.planRollback(3)).map(({ migration }) => migration)).toEqual([
      "001-tasks",
      "@acme/comments/002-author",
      "@acme/comments/001-create",
    ])
    expect(await db.migrator.rollback(2)).toEqual(["001-tasks", "@acme/comments/002-author"])
  })

  it("are applied once when eight ask at the same time", async () => {
    const slow: Migration = {
      name: "003-slow",
      up: (db) => sql`create table slow as select 1 as n from pg_sleep(0.3)`.execute(db),
    }
    const brought: PackageMigrations = { package: "@acme/comments", migrations: [create, slow] }
    const applied = await Promise.all(
      Array.from({ length: 8 }, () => open(tasks, brought).migrator.migrate()),
    )
    expect(applied.flat()).toEqual(["001-tasks", "@acme/comments/001-create", "@acme/comments/003-slow"])
  })

  it("do not compile with a folder as text, which would be relative to the application", () => {
    const valid: PackageMigrations = {
      package: "@acme/comments",
      migrations: new URL("migrations/", import.meta.url),
    }
    // @ts-expect-error a package gives a URL
    const text: PackageMigrations = { package: "@acme/comments", migrations: "migrations" }
    // @ts-expect-error a package has a name
    const unnamed: DatabaseOptions = { migrations: [{ migrations: [create] }] }
    // @ts-expect-error a package has no packages of its own
    const nested: PackageMigrations = { package: "@acme/all", migrations: [version1] }
    expect([valid, text, unnamed, nested]).toHaveLength(4)
  })
})

describe("rollback by name", () => {
  it("reverts that migration only, and migrate() applies it again", async () => {
    const db = open(version2, tasks)
    await db.migrator.migrate()
    expect(await db.migrator.planRollback("@acme/comments/002-author")).toEqual([
      { migration: "@acme/comments/002-author", statement: "alter table comments drop column author" },
    ])
    expect(await db.migrator.rollback("@acme/comments/002-author")).toEqual(["@acme/comments/002-author"])
    expect(await statesOf(db)).toEqual([
      "@acme/comments/001-create applied",
      "@acme/comments/002-author pending",
      "001-tasks applied",
    ])
    expect(await db.migrator.migrate()).toEqual(["@acme/comments/002-author"])
    // It is the newest now.
    expect(await db.migrator.rollback()).toEqual(["@acme/comments/002-author"])
  })

  it("is a fault for a migration that is pending, unknown, of an older version, or cannot be reverted", async () => {
    const kept: Migration = { name: "002-kept", up: tasks.up }
    const db = open(version1, kept)
    for (const name of ["002-kept", "@acme/comments/001-create", "001-create", ""]) {
      for (const act of [() => db.migrator.rollback(name), () => db.migrator.planRollback(name)])
        await expect(act()).rejects.toMatchObject({
          code: "MIGRATION_NOT_APPLIED",
          message: `The migration \`${name}\` cannot be rolled back: it is not applied.`,
          fix: expect.stringContaining("`db status`") as string,
        })
    }
    await db.migrator.migrate()
    await expect(db.migrator.rollback("002-kept")).rejects.toMatchObject({ code: "MIGRATION_WITHOUT_DOWN" })
    // The package was removed from the list before its migrations were rolled back.
    const without = open(kept)
    expect(await statesOf(without)).toEqual(["@acme/comments/001-create missing", "002-kept applied"])
    await expect(without.migrator.rollback("@acme/comments/001-create")).rejects.toMatchObject({
      code: "MIGRATION_UNKNOWN",
    })
    expect(await db.migrator.rollback("@acme/comments/001-create")).toEqual(["@acme/comments/001-create"])
  })

  it("changes nothing if a migration that was applied later needs its tables", async () => {
    const refers: Migration = {
      name: "001-task-comments",
      up: (db) => sql`create table task_comments (comment_id int references comments)`.execute(db),
    }
    const db = open(version1, refers)
    await db.migrator.migrate()
    await expect(db.migrator.rollback("@acme/comments/001-create")).rejects.toMatchObject({
      code: "MIGRATION_FAILED",
    })
    expect(await statesOf(db)).toEqual(["@acme/comments/001-create applied", "001-task-comments applied"])
    expect(await rowsOf(db, "select * from comments")).toEqual([])
  })
})
