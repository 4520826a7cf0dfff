import { Agent, request } from "node:http"
import { sql } from "kysely"
import { type App, type Context, createApp, createJsonLog, get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { useCallScope } from "trivet/extend"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Database } from "../../src/database.ts"
import { postgres } from "../../src/postgres.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"

class Db extends Database<Record<string, never>> {}

/** Notes each time that the scope gives another call than the one that runs. */
class Queries {
  readonly db = inject(Db)
  readonly #scope = useCallScope("Queries")
  readonly #waiting = this.db.prepare((db, id: string) =>
    db.selectNoFrom(sql<string>`(select ${id}::text from pg_sleep(0.001))`.as("id")),
  )
  readonly wrong: string[] = []
  seen = 0
  mostWaiting = 0

  routes() {
    return routes([
      get("/query/:id", this.query),
      get("/transaction/:id", this.transaction),
      get("/pieces/:id", (ctx) => this.#pieces(ctx)),
      get("/none/:id", () => "none"),
    ])
  }
  async query(ctx: Context<"/query/:id">) {
    const query = this.#waiting.first(ctx.param("id"))
    this.mostWaiting = Math.max(this.mostWaiting, this.db.pool.waiting)
    const row = await query
    this.#see(ctx)
    await sql`select 1`.execute(this.db)
    this.#see(ctx)
    return row
  }
  async transaction(ctx: Context<"/transaction/:id">) {
    const row = await this.db.transact(async (trx) => {
      this.#see(ctx)
      const found = await this.#waiting.on(trx).first(ctx.param("id"))
      this.#see(ctx)
      return found
    })
    this.#see(ctx)
    return row
  }
  async *#pieces(ctx: Context<"/pieces/:id">) {
    for (let piece = 0; piece < 2; piece++) {
      this.#see(ctx)
      yield await this.#waiting.first(ctx.param("id"))
      this.#see(ctx)
    }
  }

  /** What connections report belongs to no call, also where a call has opened them. */
  seeOutside(place: string): void {
    this.seen++
    if (this.#scope.current() !== undefined) this.wrong.push(`${place}: ${this.#scope.current()?.path}`)
  }
  #see(ctx: Context): void {
    this.seen++
    if (this.#scope.current() !== ctx) this.wrong.push(`${ctx.path}: ${this.#scope.current()?.path}`)
  }
}

const agent = new Agent({ keepAlive: true })
let test: TestDatabase
let app: App
let served: Served
let lost = 0
beforeAll(async () => {
  test = await createTestDatabase()
  // Called where the line is logged.
  const write = (line: string) => {
    if (!line.includes("a database connection was lost")) return
    lost++
    app.get(Queries).seeOutside("lost connection")
  }
  const options = { url: test.url, maxConnections: 4, acquireTimeout: 60_000, log: createJsonLog({ write }) }
  const root = module({ name: "queries", imports: [postgres(Db, () => options)], declarations: [Queries] })
  app = await createApp(root, { platform: api(), log: createTestLog().log })
  served = await serve(app, {
    port: 0,
    signals: false,
    drainDelay: 0,
    overload: false,
    maxConnections: 10_000,
  })
})
afterAll(async () => {
  agent.destroy()
  await served?.stop()
  await test?.drop()
})

/** Asks, and gives what came back. One who leaves does so while the query is on its way. */
function ask(path: string, leaves = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ agent, port: served.port, path }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (more: string) => (text += more))
      response.on("end", () => resolve(text))
    })
    call.on("error", (error) => (leaves ? resolve("") : reject(error))).end()
    if (leaves) setTimeout(() => call.destroy(), 50)
  })
}

describe("a thousand calls on four connections", () => {
  it("resume in their own scope after waiting for a connection, in transactions and streams too", async () => {
    const kinds = ["query", "transaction", "pieces", "none"]
    const calls = Array.from({ length: 1_000 }, (_, id) => ({ id, kind: kinds[id % kinds.length]! }))
    // All four are taken while the calls come in, so that these wait also on a machine that sends them slowly.
    const db = app.get(Queries).db
    const taken = Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(1)`.execute(db)))
    const texts = await Promise.all(calls.map(({ id, kind }) => ask(`/${kind}/${id}`, id % 20 === 0)))
    await taken
    const queries = app.get(Queries)
    expect(queries.wrong).toEqual([])
    for (const { id, kind } of calls) {
      if (id % 20 === 0) continue
      const row = JSON.stringify({ id: String(id) })
      const expected = {
        query: row,
        transaction: row,
        pieces: `${row}\n${row}\n`,
        none: JSON.stringify("none"),
      }
      expect(texts[id]).toBe(expected[kind as keyof typeof expected])
    }
    expect(queries.seen).toBeGreaterThan(2_000)
    expect(queries.mostWaiting, "calls that waited for a connection").toBeGreaterThan(50)
  })

  it("open connections that belong to no call", async () => {
    await expect.poll(() => app.get(Db).pool.idle).toBe(4)
    const { url } = test
    const other = new Db({ url, production: true })
    const endAll = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
    await endAll()
    await expect.poll(() => lost).toBe(4)
    // The four were opened by this test. This one is opened by a call.
    await ask("/query/1")
    await expect.poll(() => app.get(Db).pool.idle).toBe(1)
    await endAll()
    await expect.poll(() => lost).toBe(5)
    await other.onStop()
    expect(app.get(Queries).wrong).toEqual([])
  })
})
