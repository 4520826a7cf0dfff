import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { Database, PostgresKeyValue } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import {
  auditTransfers,
  sendTransfers,
} from "../../packages/postgres/tests/attacks/attacked/send-transfers.ts"
import { runPrograms } from "../../packages/postgres/tests/attacks/attacked/run-programs.ts"
import { createTables, serveTransfers } from "../../packages/postgres/tests/attacks/attacked/transfers.ts"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { PrivatePgBouncer } from "../testing/private-pgbouncer.ts"
import { authBook, base } from "../testing/references.ts"

class Db extends Database<{ numbers: { at: number } }> {}

let server: PrivatePostgres
let bouncer: PrivatePgBouncer
let db: Db

beforeAll(async () => {
  server = await PrivatePostgres.start()
  bouncer = await PrivatePgBouncer.start(server.url)
  db = new Db({
    url: bouncer.url,
    directUrl: server.url,
    preparedStatements: false,
    maxConnections: 50,
    acquireTimeout: 30_000,
  })
  await server.query("create table numbers as select generate_series(1, 1000) as at")
})
afterAll(async () => {
  await db?.onStop()
  await bouncer?.stop()
  await server?.remove()
})

describe("a database behind PgBouncer in transaction mode, without named statements", () => {
  it("answers prepared queries of 50 connections over 20", async () => {
    const byNumber = db.prepare((q, at: number) => q.selectFrom("numbers").selectAll().where("at", "=", at))
    const rows = await Promise.all(Array.from({ length: 2_000 }, (_, at) => byNumber.first((at % 1000) + 1)))
    expect(rows.map((row) => row?.at)).toEqual(Array.from({ length: 2_000 }, (_, at) => (at % 1000) + 1))
    const inside = await db.transact(() => byNumber.first(7))
    expect(inside).toEqual({ at: 7 })
    const [seen] = await server.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = 'postgres' and backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    expect(seen!.n).toBeLessThanOrEqual(20)
    noteFigure("pooler", "@trivet/postgres", `2,000 prepared queries of 50 connections over ${seen!.n}`)
  })

  it("has the limits of time that the pooler sets", async () => {
    const sleep = db.prepare((q, seconds: number) =>
      q.selectNoFrom(({ fn, val }) => fn("pg_sleep", [val(seconds)]).as("slept")),
    )
    const began = performance.now()
    await expect(sleep.first(120)).rejects.toMatchObject({ code: "57014" })
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it("keeps the key-value store, whose locks end with their transactions", async () => {
    const store = new PostgresKeyValue(db)
    await store.onStart()
    await store.set("once", "x")
    const taken = await Promise.all(Array.from({ length: 50 }, () => store.take("once")))
    expect(taken.filter((value) => value !== undefined)).toEqual(["x"])
  })
})

describe("calls in a transaction behind PgBouncer, of which half fail", () => {
  it("have all of their effects if the client was told so, else none", { timeout: 600_000 }, async () => {
    const count = full ? 10_000 : 1_000
    const options = {
      url: bouncer.url,
      directUrl: server.url,
      preparedStatements: false,
      acquireTimeout: 30_000,
    }
    const app = await serveTransfers({ ...options, production: true })
    try {
      await createTables.execute(app.db)
      const sent = await sendTransfers(app, count)
      expect(await auditTransfers(app.db, sent)).toEqual({ partial: 0, lost: 0, kept: 0, unknown: 0 })
      expect(sent.filter(({ point, status }) => point === "none" && status === 201)).toHaveLength(count / 2)
      noteFigure("half of the calls fail, at 15 points", "PgBouncer", `0 of ${count} calls half done`)
    } finally {
      await app.stop()
    }
  })
})

it(
  "has every row of random programs where a model says, behind PgBouncer",
  { timeout: 3_600_000 },
  async () => {
    const count = full ? 10_000 : 200
    const options = {
      url: bouncer.url,
      directUrl: server.url,
      preparedStatements: false,
      maxConnections: 15,
      acquireTimeout: 60_000,
    }
    const seed = Math.floor(Math.random() * 1e9)
    await server.query("drop table if exists credits, debits")
    expect(await runPrograms(options, count, seed), `seed ${seed}`).toEqual([])
    noteFigure("random programs of transactions", "PgBouncer", `0 of ${count} differ from the model`)
  },
)

describe("the authentication service behind PgBouncer", () => {
  it("migrates over the direct URL and serves over the pooler, four processes at once", async () => {
    const own = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: server.url, DATABASE_PREPARE: "off" }
    const servers = await Promise.all(Array.from({ length: 4 }, () => TestServer.start({ ...base, ...own })))
    try {
      const applied = await server.query<{ name: string }>("select name from trivet_migrations order by name")
      expect(applied.map(({ name }) => name)).toEqual(["001-users", "002-api-keys", "003-limited-api-keys"])
      for (const one of servers) await expect(authBook(one.url)).resolves.toBeDefined()
    } finally {
      await Promise.all(servers.map((one) => one.stop()))
    }
  })
})
