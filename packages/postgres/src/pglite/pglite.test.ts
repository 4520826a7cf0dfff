import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Generated, sql } from "kysely"
import { createTestLog, keyValueCases, TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "../testing/test-database.ts"
import { claimFolder } from "./claim-folder.ts"
import { isUniqueViolation } from "../connection/database-error.ts"
import { Database } from "../database.ts"
import { PostgresKeyValue } from "../postgres-key-value.ts"

interface Tables {
  things: { id: Generated<number>; name: string }
}
class Db extends Database<Tables> {}

// PGlite takes seconds to start on a busy machine.
const timeout = 60_000

describe("PGlite in memory", () => {
  const { log, lines } = createTestLog()
  const clock = new TestClock()
  let db: Db

  beforeAll(async () => {
    db = new Db({
      url: "pglite://memory",
      log,
      migrations: [
        {
          name: "1-things",
          up: (given) => sql`create table things (id serial primary key, name text unique)`.execute(given),
        },
        {
          package: "@acme/tags",
          migrations: [
            {
              name: "001-tags",
              up: (given) => sql`create table tags (id serial primary key)`.execute(given),
              down: (given) => sql`drop table tags`.execute(given),
            },
            {
              name: "002-names",
              up: (given) => sql`alter table tags add column name text`.execute(given),
              down: (given) => sql`alter table tags drop column name`.execute(given),
            },
          ],
        },
      ],
      migrateAtStart: true,
    })
    await db.onStart()
    await new PostgresKeyValue(db).onStart()
  }, timeout)
  afterAll(() => db.onStop(), timeout)

  it("says in one line that it is for development", () => {
    expect(lines.filter(({ msg }) => msg?.includes("The database is PGlite")).map(({ msg }) => msg)).toEqual([
      "The database is PGlite in memory, lost when this process stops: for development only",
    ])
  })

  const cases = keyValueCases({
    make: () => new PostgresKeyValue(db, { clock }),
    pass: (seconds) => clock.advance({ seconds }),
  })
  it.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("runs queries, transactions and prepared queries as a server does", async () => {
    const find = db.prepare((q, name: string) => q.selectFrom("things").selectAll().where("name", "=", name))
    await db.transact((trx) => trx.insertInto("things").values({ name: "one" }).execute())
    const failed = db.transact(async (trx) => {
      await trx.insertInto("things").values({ name: "two" }).execute()
      await trx.insertInto("things").values({ name: "one" }).execute()
    })
    expect(isUniqueViolation(await failed.catch((error: unknown) => error), "things_name_key")).toBe(true)
    expect(await find.first("one")).toEqual({ id: 1, name: "one" })
    expect(await find.first("two")).toBeUndefined()
    await expect(db.onHealth()).resolves.toBeUndefined()
  })

  it("applies and rolls back migrations of packages as a server does", async () => {
    const names = ["@acme/tags/002-names", "@acme/tags/001-tags", "1-things"]
    expect(await db.migrator.status()).toEqual(
      names.toSorted().map((name) => ({ name, state: "applied", applied_at: expect.any(Date) as Date })),
    )
    expect(await db.migrator.rollback(2)).toEqual(names.slice(0, 2))
    expect(await db.migrator.migrate()).toEqual(names.slice(0, 2).toReversed())
    expect(await db.migrator.rollback("@acme/tags/002-names")).toEqual(["@acme/tags/002-names"])
    await expect(db.migrator.rollback("@acme/tags/002-names")).rejects.toThrow("it is not applied")
  })

  it("does not hand on a transaction that somebody left open", async () => {
    await db.connection().execute(async (one) => {
      await sql`begin`.execute(one)
      await one.insertInto("things").values({ name: "lost" }).execute()
    })
    expect(await db.selectFrom("things").selectAll().where("name", "=", "lost").execute()).toEqual([])
  })

  it("gives every type as a server does", async () => {
    const test = await createTestDatabase()
    const server = new Db({ url: test.url, statementTimeout: 10_000 })
    const types = sql<
      Record<string, unknown>
    >`select 9007199254740993::int8 as int8, 1.50::numeric as numeric,
      date '2026-02-03' as date, timestamptz '2026-02-03T04:05:06Z' as timestamptz, '{"a":[1]}'::jsonb as jsonb,
      array[1,2] as ints, array['x','y'] as texts, true as bool, '\\xff'::bytea as bytea, null as nothing,
      ${["a", 'b"']}::text[] as taken_list, ${{ a: 1 }}::jsonb as taken_json, ${5}::int as taken_int,
      ${new Date(0)}::timestamptz as taken_date, ${true}::bool as taken_bool`
    const [here, there] = await Promise.all([types.execute(db), types.execute(server)])
    await server.onStop()
    await test.drop()
    expect(here.rows).toEqual(there.rows)
  })
})

describe("PGlite in a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "trivet-pglite-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it(
    "keeps its data from one start to the next",
    async () => {
      for (const wanted of ["1", "2"]) {
        const db = new Db({ url: `pglite://${join(folder, "data")}` })
        await db.onStart()
        const store = new PostgresKeyValue(db)
        await store.onStart()
        expect(String(await store.increment("starts"))).toBe(wanted)
        await db.onStop()
      }
    },
    timeout,
  )

  it("belongs to one process: another gets a fault that names it, until it has ended", async () => {
    const taken = join(folder, "taken")
    const [claiming, url] = [join(import.meta.dirname, "claim-folder.ts"), JSON.stringify(taken)]
    const program = `import { claimFolder } from ${JSON.stringify(claiming)}; claimFolder(${url}); console.log(); setInterval(() => {}, 1000)`
    const args = ["--conditions=@trivet/source", "--input-type=module", "-e", program]
    const other = spawn(process.execPath, args)
    await once(other.stdout, "data")
    expect(() => claimFolder(taken)).toThrow(`is open in process ${other.pid}`)
    const ended = once(other, "exit")
    other.kill("SIGKILL")
    await ended
    claimFolder(taken)
    expect(readFileSync(join(taken, "trivet.pid"), "utf8")).toMatch(new RegExp(`^${process.pid} `))
  })

  it.runIf(process.platform === "linux")("is not taken by a later process with the same number", () => {
    const left = join(folder, "left")
    mkdirSync(left)
    writeFileSync(join(left, "trivet.pid"), `${process.ppid} 1`)
    expect(() => claimFolder(left)).not.toThrow()
  })

  it.runIf(process.platform === "linux")("is free once its process has ended, asked for or not", async () => {
    // The second sleep takes the place of the shell, and does not ask how the first one ended.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"])
    const pid = Number(String(await once(parent.stdout, "data")))
    const fields = () => {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      return stat.slice(stat.lastIndexOf(")")).split(" ")
    }
    const unasked = join(folder, "unasked")
    mkdirSync(unasked)
    writeFileSync(join(unasked, "trivet.pid"), `${pid} ${fields()[20]}`)
    expect(() => claimFolder(unasked)).toThrow(`is open in process ${pid}`)
    process.kill(pid, "SIGKILL")
    await expect.poll(() => fields()[1]).toBe("Z")
    expect(() => claimFolder(unasked)).not.toThrow()
    parent.kill()
  })
})
