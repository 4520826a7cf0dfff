import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import pg from "pg"
import { afterEach, describe, expect, it, vi } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Database } from "../database.ts"
import type { Migration } from "../migrations/migration.ts"
import { lockOf, newDatabaseName, templateName } from "./database-names.ts"
import { findServer } from "./find-server.ts"
import { migrationsKey } from "./migrations-key.ts"
import { createTestDatabase } from "./test-database.ts"

const server = await findServer()
const role = new URL(server).username
// Unlike those of any other run.
const run = crypto.randomUUID().slice(0, 8)
const create = (table: string): Migration => ({
  name: "001-create",
  up: (db) => sql`create table ${sql.table(table)} (id int)`.execute(db),
})

async function onServer<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
const databases = async () =>
  (await onServer<{ datname: string }>("select datname from pg_database")).map(({ datname }) => datname)
const nameOf = (url: string) => new URL(url).pathname.slice(1)

afterEach(() => void vi.unstubAllEnvs())

describe("createTestDatabase", () => {
  it("gives copies of one prepared database, each with its own data, which end with drop()", async () => {
    const migrations = [create(`copied_${run}`)]
    const made = await Promise.all([createTestDatabase({ migrations }), createTestDatabase({ migrations })])
    for (const { url } of made) {
      const db = new Database<object>({ url, migrations, migrateAtStart: true })
      await db.onStart()
      expect(await db.migrator.status()).toMatchObject([{ name: "001-create", state: "applied" }])
      await sql`insert into ${sql.table(`copied_${run}`)} values (1)`.execute(db)
      const { rows } = await sql`select * from ${sql.table(`copied_${run}`)}`.execute(db)
      expect(rows).toEqual([{ id: 1 }])
      await db.onStop()
    }
    const names = made.map(({ url }) => nameOf(url))
    expect(await databases()).toEqual(expect.arrayContaining(names))
    await Promise.all(made.map((one) => Promise.all([one.drop(), one.drop()])))
    for (const name of names) expect(await databases()).not.toContain(name)
    await onServer(`drop database ${templateName(await migrationsKey(migrations), role)}`)
  })

  it("reports a migration that fails, and leaves nothing behind", async () => {
    const migrations = [
      { name: "001-wrong", up: (db) => sql`create tabel x ()`.execute(db) } satisfies Migration,
    ]
    await expect(createTestDatabase({ migrations })).rejects.toMatchObject({ code: "MIGRATION_FAILED" })
    expect(await databases()).not.toContain(templateName(await migrationsKey(migrations), role))
  })

  it("needs no superuser, and says what to type if the role may not create databases", async () => {
    const poor = `trivet_role_${run}`
    await onServer(`create role ${poor} login`)
    const url = new URL(server)
    url.username = poor
    url.password = ""
    const migrations = [create(`owned_${run}`)]
    try {
      await expect(createTestDatabase({ url: url.href, migrations })).rejects.toMatchObject({
        code: "TEST_DATABASE_NOT_ALLOWED",
        fix: expect.stringContaining(`alter role "${poor}" createdb`) as string,
      })
      await onServer(`alter role ${poor} createdb`)
      for (let time = 0; time < 2; time++)
        await (await createTestDatabase({ url: url.href, migrations })).drop()
    } finally {
      await onServer(`drop database if exists ${templateName(await migrationsKey(migrations), poor)}`)
      await onServer(`drop role ${poor}`)
    }
  })

  it("refuses production, other machines unless they are named, and a folder of PGlite", async () => {
    const url = "postgres://app:secret@db.example.com/app"
    const refused = await createTestDatabase({ url }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: "TEST_DATABASE_HOST",
      message: expect.stringContaining("`db.example.com`") as string,
      fix: expect.stringContaining('allowHost: "db.example.com"') as string,
    })
    expect(String(refused)).not.toContain("secret")
    for (const host of ["10.0.0.5", "[fd00::1]", "postgres.default.svc"])
      await expect(createTestDatabase({ url: `postgres://app@${host}/app` })).rejects.toMatchObject({
        code: "TEST_DATABASE_HOST",
      })
    await expect(createTestDatabase({ url: "pglite://./data" })).rejects.toMatchObject({
      code: "POSTGRES_URL_INVALID",
    })
    vi.stubEnv("NODE_ENV", "production")
    await expect(createTestDatabase()).rejects.toMatchObject({ code: "TEST_DATABASE_IN_PRODUCTION" })
  })

  it("asks for a server at a host that the test names, and says that none answers", async () => {
    const far = createTestDatabase({
      url: "postgres://app@127.0.0.1.invalid/app",
      allowHost: "127.0.0.1.invalid",
    })
    await expect(far).rejects.toMatchObject({ code: "TEST_SERVER_UNAVAILABLE" })
    const none = createTestDatabase({ url: "postgres://app@127.0.0.1:9/app" })
    await expect(none).rejects.toMatchObject({
      code: "TEST_SERVER_UNAVAILABLE",
      message: expect.stringContaining("ECONNREFUSED") as string,
    })
  })

  it("takes a fraction of a second on PostgreSQL", async () => {
    const migrations = [create(`timed_${run}`)]
    await (await createTestDatabase({ migrations })).drop()
    const times: number[] = []
    const began = process.cpuUsage()
    for (let time = 0; time < 10; time++) {
      const start = performance.now()
      const database = await createTestDatabase({ migrations })
      times.push(performance.now() - start)
      await database.drop()
    }
    const { user, system } = process.cpuUsage(began)
    const cpu = (user + system) / 1e4
    const [best, median] = [times.toSorted((a, b) => a - b)[0]!, times.toSorted((a, b) => a - b)[5]!]
    noteFigure(
      "Test database",
      "PostgreSQL",
      `median ${median.toFixed(0)} ms, best ${best.toFixed(0)} ms, ${cpu.toFixed(0)} ms of CPU in the process`,
    )
    // The processor time hardly depends on what else the machine does.
    expect(cpu).toBeLessThan(100)
    await onServer(`drop database ${templateName(await migrationsKey(migrations), role)}`)
  })
})

describe("migrationsKey", () => {
  const folder = mkdtempSync(join(tmpdir(), "trivet-key-"))
  const written = async (files: Readonly<Record<string, string>>) => {
    const place = join(folder, crypto.randomUUID())
    mkdirSync(place)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
    const key = await migrationsKey(place)
    return key
  }

  it("changes with a file, with a file beside it, and with a name", async () => {
    const up = "export const up = async () => undefined"
    const first = await written({ "001-a.ts": up })
    expect(first).toMatch(/^[\da-f]{32}$/)
    expect(await written({ "001-a.ts": up })).toBe(first)
    const others = [
      await written({ "001-a.ts": `${up}\n// changed` }),
      await written({ "002-a.ts": up }),
      await written({ "001-a.ts": up, "data.json": "{}" }),
    ]
    expect(new Set([first, ...others]).size).toBe(4)
    rmSync(folder, { recursive: true })
  })

  it("changes with what a migration imports: with its queries and their values", async () => {
    const seeded = (value: string): Migration => ({
      name: "001",
      up: (db) => sql`insert into roles values (${value})`.execute(db),
    })
    const keys = [create("a"), create("b"), seeded("user"), seeded("admin")].map((one) =>
      migrationsKey([one]),
    )
    expect(new Set(await Promise.all(keys)).size).toBe(4)
    expect(await migrationsKey([seeded("user")])).toBe(await keys[2]!)
    const ofPackage = await migrationsKey([{ package: "@acme/roles", migrations: [seeded("user")] }])
    expect(ofPackage).not.toBe(await keys[2]!)
  })

  it("does not change with new ids and the time, nor if a migration needs rows", async () => {
    const random: Migration = {
      name: "001",
      up: (db) => sql`insert into things values (${crypto.randomUUID()}, ${new Date()}, ${1n})`.execute(db),
    }
    const reading: Migration = {
      name: "002",
      up: async (db) => {
        const { rows } = await sql<{ id: number }>`select id from things`.execute(db)
        await sql`update things set id = ${rows[0]!.id + 1}`.execute(db)
      },
    }
    expect(await migrationsKey([random, reading])).toBe(await migrationsKey([random, reading]))
  })
})

describe("lockOf", () => {
  it("is the number that SQL gives for the name", async () => {
    for (let time = 0; time < 20; time++) {
      const datname = newDatabaseName()
      const [row] = await onServer<{ n: number }>(
        `select ('x' || right('${datname}', 8))::bit(32)::int4 as n`,
      )
      expect(lockOf(datname)).toBe(row!.n)
    }
  })
})
