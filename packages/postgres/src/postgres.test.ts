import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Generated, sql } from "kysely"
import { type Context, get, inject, KeyValue, module, post, provide, routes, token } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CommandSession } from "../../../scripts/suite/command-session.ts"
import { joinedSources } from "../../../scripts/suite/joined-sources.ts"
import { createTestDatabase } from "./testing/test-database.ts"
import type { TestDatabase } from "./testing/test-server.ts"
import { Database } from "./database.ts"
import type { Migration } from "./migrations/migration.ts"
import { PostgresKeyValue } from "./postgres-key-value.ts"
import { postgres } from "./postgres.ts"

interface Tables {
  notes: { id: Generated<number>; text: string }
}
class Db extends Database<Tables> {}

const migrations: readonly Migration[] = [
  {
    name: "1-notes",
    up: (db) => sql`create table notes (id serial primary key, text text not null unique)`.execute(db),
    down: (db) => sql`drop table notes`.execute(db),
  },
]

class NotesController {
  readonly #db = inject(Db)
  readonly #byId = this.#db.prepare((db, id: string) =>
    db
      .selectFrom("notes")
      .selectAll()
      .where("id", "=", sql<number>`${id}`),
  )

  routes() {
    return routes([
      get("/notes/:id", this.show),
      post("/notes/:text", this.create),
      get("/slow", this.slow),
      get("/plain", () => "fine"),
    ])
  }
  show(ctx: Context<"/notes/:id">) {
    return this.#byId.first(ctx.param("id"))
  }
  create(ctx: Context<"/notes/:text">) {
    return this.#db
      .insertInto("notes")
      .values({ text: ctx.param("text") })
      .returningAll()
      .executeTakeFirst()
  }
  async slow() {
    await sql`select pg_sleep(1)`.execute(this.#db)
  }
}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

function appModule(options: Parameters<typeof postgres>[1] = {}) {
  const database = postgres(Db, typeof options === "function" ? options : { url: test.url, ...options })
  return module({ name: "notes", imports: [database], declarations: [NotesController] })
}

describe("postgres", () => {
  it("gives the handle to whoever imports the module, migrated", async () => {
    const app = await createTestApp(appModule({ migrations, migrateAtStart: true }))
    expect((await app.request("POST", "/notes/one")).json()).toEqual({ id: 1, text: "one" })
    expect((await app.request("GET", "/notes/1")).json()).toEqual({ id: 1, text: "one" })
    expect(app.logs.map(({ msg }) => msg)).toContain("migration applied")
    await app.stop()
    expect(app.get).toBeTypeOf("function")
  })

  it("tells a client nothing of what the database says", async () => {
    const app = await createTestApp(appModule({ migrations, migrateAtStart: true }))
    const reply = await app.request("POST", "/notes/one")
    expect(reply.status).toBe(500)
    expect(reply.json()).toEqual({ error: "Internal Server Error" })
    expect(JSON.stringify(app.logs)).toContain("notes_text_key")
    await app.stop()
  })

  it("answers 400 to a value that PostgreSQL rejects as input", async () => {
    const app = await createTestApp(appModule({ migrations, migrateAtStart: true }))
    // Not a number, a number out of range, a character that text cannot hold.
    for (const path of ["/notes/x", "/notes/99999999999"]) {
      const reply = await app.request("GET", path)
      expect([path, reply.status, reply.json()]).toEqual([path, 400, { error: "Invalid request" }])
    }
    expect((await app.request("POST", "/notes/%00")).status).toBe(400)
    await app.stop()
  })

  it("answers 503 with Retry-After when every connection is taken, and other routes as ever", async () => {
    const app = await createTestApp(appModule({ maxConnections: 1, acquireTimeout: 100 }))
    const slow = app.request("GET", "/slow")
    await expect.poll(() => app.get(Db).pool.idle).toBe(0)
    const replies = await Promise.all(Array.from({ length: 5 }, () => app.request("GET", "/notes/1")))
    for (const reply of replies) {
      expect(reply.status).toBe(503)
      expect(reply.headers.get("retry-after")).toBe("1")
      expect(reply.json()).toEqual({ error: "The service is not available, try again later" })
    }
    expect((await app.request("GET", "/plain")).status).toBe(200)
    expect((await slow).status).toBe(204)
    expect((await app.request("GET", "/notes/1")).status).toBe(200)
    await app.stop()
  })

  it("takes options from a function that injects", async () => {
    const Address = token<string>("Address")
    const root = appModule(() => ({ url: inject(Address) }))
    const app = await createTestApp(root, { provide: [provide(Address, () => test.url)] })
    expect((await app.request("GET", "/notes/1")).status).toBe(200)
    await app.stop()
  })

  it("does not start if no server answers within `startWait`", async () => {
    const began = performance.now()
    const started = createTestApp(appModule({ url: "postgres://postgres@127.0.0.1:1/none", startWait: 600 }))
    await expect(started).rejects.toThrow("ECONNREFUSED")
    expect(performance.now() - began).toBeGreaterThan(500)
  })

  it("joins the durable key-value store to the application's clock", async () => {
    const Store = module({
      name: "store",
      imports: [postgres(Db, { url: test.url })],
      exports: [KeyValue],
      declarations: [provide(KeyValue, () => new PostgresKeyValue(inject(Db)))],
    })
    const app = await createTestApp(module({ name: "root", imports: [Store] }))
    await app.get(KeyValue).set("a", "b")
    expect(await app.get(KeyValue).get("a")).toBe("b")
    await app.stop()
  })
})

describe("the commands of a database", () => {
  const attacked = join(import.meta.dirname, "../tests/attacks/attacked")
  const run = (...args: string[]) => session.run({ DATABASE_URL: database.url }, ...args)
  let database: TestDatabase
  let session: CommandSession

  beforeAll(async () => {
    database = await createTestDatabase()
    session = await CommandSession.start(join(attacked, "notes-session.ts"))
  })
  afterAll(async () => {
    await session?.stop()
    await database?.drop()
  })

  it("are those of the program", async () => {
    const { flags } = await joinedSources()
    const words = [...flags, join(attacked, "notes-cli.ts"), "db", "status"]
    const env = { ...process.env, DATABASE_URL: database.url }
    const { stdout } = await promisify(execFile)(process.execPath, words, { env })
    expect(stdout).toMatch(/^NAME +STATE +APPLIED_AT\n1-notes +pending\n/)
  })

  it("shows, applies, lists and rolls back, though the application would migrate at its start", async () => {
    const [status, dry, help, options, wrong, both] = await Promise.all([
      run("db", "status"),
      run("db", "migrate", "--dry-run"),
      run("db", "--help"),
      run("db", "rollback", "--help"),
      run("db", "rollback", "--steps", "none"),
      run("db", "rollback", "--steps", "1", "--name", "1-notes"),
    ])
    expect(status.stdout).toMatch(/^NAME +STATE +APPLIED_AT\n1-notes +pending\n2-tags +pending\n/)
    expect(status.stdout).toMatch(/\n@acme\/comments\/1-comments +pending\n$/)
    expect(dry.stdout).toContain('create table "notes"')
    expect(help.stdout).toMatch(/migrate[^]*rollback[^]*status/)
    expect(options.stdout).toMatch(/--steps <integer> [^]*--name <text> [^]*--dry-run /)
    expect(wrong.code).toBe(2)
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("Type only one of them")])
    expect((await run("db", "migrate")).stdout).toBe(
      "applied 1-notes\napplied 2-tags\napplied @acme/comments/1-comments\n",
    )
    const after = await Promise.all([run("db", "migrate"), run("db", "status", "--json")])
    expect(after[0].stdout).toBe("Nothing to do\n")
    expect(after[1].stdout.match(/"state": "applied"/g)).toHaveLength(3)
    const plans = await Promise.all([
      run("db", "rollback", "--dry-run"),
      run("db", "rollback", "--name", "2-tags", "--dry-run"),
    ])
    expect(plans[0].stdout).toContain('drop table "comments"')
    expect(plans[1].stdout).toContain('drop table "tags"')
    expect((await run("db", "rollback", "--name", "2-tags")).stdout).toBe("rolled back 2-tags\n")
    // A variable of the shell that is not set must not select the last migration.
    const [again, empty] = await Promise.all([
      run("db", "rollback", "--name", "2-tags"),
      run("db", "rollback", "--name="),
    ])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("it is not applied")])
    expect(again.stderr).toContain("fix: Run `db status`")
    expect(empty.code).toBe(1)
    expect((await run("db", "rollback", "--steps", "2")).stdout).toBe(
      "rolled back @acme/comments/1-comments\nrolled back 1-notes\n",
    )
  })
})
