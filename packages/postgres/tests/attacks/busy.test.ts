import { sql } from "kysely"
import { get, health, inject, module, routes } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Database, postgres } from "../../src/index.ts"
import { PrivatePostgres } from "../../src/testing/private-postgres.ts"

class Db extends Database<Record<string, never>> {}

class RecordsController {
  readonly #db = inject(Db)

  routes() {
    return routes([get("/records", this.count), get("/plain", () => "fine")])
  }
  async count() {
    await sql`select count(*) from records`.execute(this.#db)
  }
}

describe("readiness while one table is locked", () => {
  const size = 3
  let server: PrivatePostgres
  let app: TestApp

  beforeAll(async () => {
    server = await PrivatePostgres.start()
    await server.query("create table records (id text)")
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    app = await start(server.url)
  })
  afterEach(() => app.stop())

  function start(url: string): Promise<TestApp> {
    const imports = [postgres(Db, { url, maxConnections: size }), health({ reuse: 1 })]
    return createTestApp(module({ name: "records", imports, declarations: [RecordsController] }))
  }

  /** Runs work while every connection waits for the table, and more queries wait for a connection. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    const held = server.query("begin; lock table records; select pg_sleep(600)").catch(String)
    const isLocked = "select 1 from pg_stat_activity where wait_event = 'PgSleep'"
    await expect.poll(() => server.query(isLocked), { interval: 20 }).toHaveLength(1)
    const stop = new AbortController()
    const asking = Array.from({ length: 2 * size }, async () => {
      while (!stop.signal.aborted) await app.request("GET", "/records")
    })
    try {
      await expect.poll(() => app.get(Db).pool).toMatchObject({ open: size, idle: 0 })
      await work()
    } finally {
      stop.abort()
      server.thaw()
      await server.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'")
      await Promise.all([held, ...asking])
    }
  }

  const ready = () => app.request("GET", "/health/ready")

  it("stays 200 and says that every connection is in use", async () => {
    await whileLocked(async () => {
      const until = performance.now() + 3_000
      const notes = new Set<unknown>()
      while (performance.now() < until) {
        const reply = await ready()
        expect([reply.status, reply.json()]).toMatchObject([200, { status: "ready" }])
        notes.add((reply.json() as { checks: { note?: string }[] }).checks[0]!.note)
      }
      expect([...notes]).toContain("every connection is in use")
      const [seen] = await server.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where application_name = 'trivet'",
      )
      // One more for a check that runs or has just ended.
      expect(seen!.n).toBeLessThanOrEqual(size + 2)
    })
    expect((await ready()).json()).toEqual({
      status: "ready",
      checks: [{ name: "Db", status: "up", milliseconds: expect.any(Number) as number }],
    })
  }, 30_000)

  it("is 503 if the server does not answer either", async () => {
    await whileLocked(async () => {
      server.freeze()
      expect((await ready()).status).toBe(503)
      server.thaw()
      await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(200)
    })
  }, 30_000)

  it("stays 200 if the server has no connection left for the check", async () => {
    await server.query(
      `create role limited login connection limit ${size}; grant select on records to limited`,
    )
    await app.stop()
    app = await start(server.url.replace("postgres@", "limited@"))
    await whileLocked(async () => {
      const reply = await ready()
      expect([reply.status, JSON.stringify(reply.json())]).toEqual([
        200,
        expect.stringContaining("every connection is in use"),
      ])
    })
  }, 30_000)
})
