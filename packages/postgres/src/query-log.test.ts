import { sql } from "kysely"
import { type Context, get, inject, module, requestId, routes } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Database } from "./database.ts"
import { postgres, type PostgresOptions } from "./postgres.ts"
import { createTestDatabase } from "./testing/test-database.ts"
import type { TestDatabase } from "./testing/test-server.ts"

class Db extends Database<Record<string, never>> {}

class Queries {
  readonly #db = inject(Db)
  readonly #prepared = this.#db.prepare((db, text: string) =>
    db.selectNoFrom(sql<string>`${text}::text`.as("text")),
  )

  routes() {
    return routes([
      get("/prepared/:text", this.prepared),
      get("/slow", this.slow),
      get("/broken", this.broken),
      get("/running", this.running),
    ])
  }
  prepared(ctx: Context<"/prepared/:text">) {
    return this.#prepared.first(ctx.param("text"))
  }
  async slow() {
    await this.#db.transact((trx) => sql`select pg_sleep(0.3)`.execute(trx))
    return {}
  }
  async broken() {
    return sql`select 'planted'::int`.execute(this.#db)
  }
  async running() {
    const text = sql<{ query: string }>`select query from pg_stat_activity where pid = pg_backend_pid()`
    return (await text.execute(this.#db)).rows[0]
  }
}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function start(options: PostgresOptions) {
  const imports = [postgres(Db, { url: test.url, ...options })]
  return createTestApp(module({ name: "queries", imports, declarations: [Queries] }), {
    middlewares: [requestId()],
  })
}
const headers = { "x-request-id": "abc-1" }
const call = { request_id: "abc-1", route: "GET /prepared/:text" }

describe("logQueries", () => {
  it("logs each query with its call, and no values", async () => {
    const app = await start({ logQueries: {} })
    await app.request("GET", "/prepared/planted", { headers })
    await app.request("GET", "/broken")
    const lines = app.logs.filter(({ msg, route }) => msg === "query" && route !== undefined)
    expect(lines).toMatchObject([
      { ...call, level: 30, sql: `select $1::text as "text"`, ms: expect.any(Number) as number },
      { route: "GET /broken", sql: "select 'planted'::int", failed: "22P02" },
    ])
    expect(JSON.stringify(lines[0])).not.toContain("planted")
    await app.stop()
  })

  it("logs values if it is asked to", async () => {
    const app = await start({ logQueries: { values: true } })
    await app.request("GET", "/prepared/shown", { headers })
    expect(app.logs.at(-1)).toMatchObject({ ...call, values: ["shown"] })
    await app.stop()
  })

  it("logs slow queries alone", async () => {
    const app = await start({ logQueries: { slowerThan: 250 } })
    await app.request("GET", "/slow", { headers })
    const slow = { level: 40, msg: "slow query", sql: "select pg_sleep(0.3)", request_id: "abc-1" }
    expect(app.logs.filter(({ sql: text }) => text === slow.sql)).toMatchObject([slow])
    await app.stop()
  })
})

describe("commentQueries", () => {
  it("names the call in what PostgreSQL shows, whatever the id contains", async () => {
    const app = await start({ commentQueries: true })
    const { query } = (await app.request("GET", "/running", { headers })).json() as { query: string }
    expect(query).toMatch(/^\/\* route='GET%20%2Frunning', request_id='abc-1' \*\/ select query/)
    expect((await app.request("GET", "/prepared/text")).json()).toEqual({ text: "text" })
    await app.stop()
  })
})
