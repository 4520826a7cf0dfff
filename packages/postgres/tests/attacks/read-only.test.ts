import { writeFileSync } from "node:fs"
import { connect, createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { sql } from "kysely"
import { type Context, get, health, inject, module, post, routes } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Database, type DatabaseOptions, type Migration, postgres } from "../../src/index.ts"
import { PrivatePostgres } from "../../src/testing/private-postgres.ts"

interface Tables {
  records: { id: string }
}
class Db extends Database<Tables> {}

class RecordsController {
  readonly #db = inject(Db)
  readonly #insert = this.#db.prepare((db, id: string) => db.insertInto("records").values({ id }))

  routes() {
    return routes([
      get("/records", this.count),
      post("/records/:id", this.create),
      post("/prepared/:id", (ctx: Context<"/prepared/:id">) => this.#insert.run(ctx.param("id"))),
      post("/transactions/:id", (ctx: Context<"/transactions/:id">) => this.transact(ctx.param("id"), {})),
      post("/serializable/:id", (ctx: Context<"/serializable/:id">) =>
        this.transact(ctx.param("id"), { isolation: "serializable" }),
      ),
      post("/own/:id", (ctx: Context<"/own/:id">) => this.transact(ctx.param("id"), { readOnly: true })),
    ])
  }
  count() {
    return this.#db
      .selectFrom("records")
      .select(sql<number>`count(*)::int`.as("n"))
      .executeTakeFirst()
  }
  async create(ctx: Context<"/records/:id">) {
    await this.#db
      .insertInto("records")
      .values({ id: ctx.param("id") })
      .execute()
  }
  transact(id: string, options: { readonly isolation?: "serializable"; readonly readOnly?: boolean }) {
    return this.#db.transact(async (trx) => {
      await trx.insertInto("records").values({ id }).execute()
    }, options)
  }
}

const migrations: Migration[] = [{ name: "1", up: (db) => sql`create table records (id text)`.execute(db) }]

function start(options: DatabaseOptions): Promise<TestApp> {
  const imports = [postgres(Db, { maxConnections: 3, ...options }), health({ reuse: 1 })]
  return createTestApp(module({ name: "records", imports, declarations: [RecordsController] }))
}

const statusOf = async (app: TestApp, method: string, path: string) =>
  (await app.request(method, path)).status
const readiness = (app: TestApp) => statusOf(app, "GET", "/health/ready")

async function expectRejectedWrites(app: TestApp, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const reply = await app.request("POST", path)
    expect([path, reply.status, reply.headers.get("retry-after")]).toEqual([path, 503, "1"])
  }
  expect(await statusOf(app, "GET", "/records"), "reads").toBe(200)
  expect(await readiness(app), "readiness").toBe(503)
}

/** Waits until a write succeeds, and returns how long that took, in milliseconds. */
async function recovery(app: TestApp): Promise<number> {
  const began = performance.now()
  await expect.poll(() => statusOf(app, "POST", "/records/again"), { timeout: 20_000 }).toBe(204)
  expect(await readiness(app), "readiness").toBe(200)
  return performance.now() - began
}

async function setReadOnly(server: PrivatePostgres, value: "on" | "off"): Promise<void> {
  await server.query(`alter system set default_transaction_read_only = ${value}`)
  await server.query("select pg_reload_conf()")
  const isSet = () => server.query("show default_transaction_read_only")
  await expect.poll(isSet).toEqual([{ default_transaction_read_only: value }])
}

const writes = ["/records/a", "/prepared/a", "/transactions/a", "/serializable/a"]

describe("a server that becomes read-only", () => {
  let server: PrivatePostgres
  let app: TestApp

  beforeAll(async () => {
    server = await PrivatePostgres.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    app = await start({ url: server.url, migrations, migrateAtStart: true })
  })
  afterEach(() => app.stop())

  const pids = async () => {
    const text = "select pid from pg_stat_activity where application_name = 'trivet' order by pid"
    return (await server.query<{ pid: number }>(text)).map(({ pid }) => pid)
  }

  it("by its settings answers writes with 503, makes the application unready, and is used again when it takes writes", async () => {
    expect(await statusOf(app, "POST", "/records/first")).toBe(204)
    const before = await pids()
    expect(before).not.toEqual([])
    await setReadOnly(server, "on")
    expect(await readiness(app), "readiness while nothing is written").toBe(200)
    await expectRejectedWrites(app, writes)
    await expect.poll(async () => (await pids()).filter((pid) => before.includes(pid))).toEqual([])
    await setReadOnly(server, "off")
    expect(await recovery(app)).toBeLessThan(5_000)
    for (const path of writes) expect(await statusOf(app, "POST", path)).toBeLessThan(300)
  })

  it("by a demotion does so too, until it is promoted", async () => {
    const [row] = await server.query<{ data_directory: string }>("show data_directory")
    await server.stop("fast")
    writeFileSync(join(row!.data_directory, "standby.signal"), "")
    await server.start()
    await expect.poll(() => statusOf(app, "GET", "/records")).toBe(200)
    await expectRejectedWrites(app, writes)
    await server.query("select pg_promote()")
    expect(await recovery(app)).toBeLessThan(5_000)
  })

  it("is waited for by a start that migrates", async () => {
    await setReadOnly(server, "on")
    const starting = start({ url: server.url, migrations, migrateAtStart: true })
    const [first] = await Promise.allSettled([
      start({ url: server.url, migrations, migrateAtStart: true, startWait: 100 }),
    ])
    expect(first).toMatchObject({ reason: { message: expect.stringContaining("it is read-only") as string } })
    await setReadOnly(server, "off")
    await (await starting).stop()
  })

  it("is not meant if the application itself asked for a read-only transaction", async () => {
    expect(await statusOf(app, "POST", "/records/first")).toBe(204)
    const before = await pids()
    expect(await statusOf(app, "POST", "/own/a")).toBe(500)
    expect(await readiness(app)).toBe(200)
    expect(await pids()).toEqual(before)
  })

  it("stays ready for an application that never could write to it", async () => {
    await setReadOnly(server, "on")
    const reader = await start({ url: server.url })
    expect(await statusOf(reader, "POST", "/records/a")).toBe(503)
    expect(await readiness(reader)).toBe(200)
    await reader.stop()
    await setReadOnly(server, "off")
  })
})

describe("an address at which another server takes the place of a read-only one", () => {
  let servers: [PrivatePostgres, PrivatePostgres]
  let address: Server
  let target = 0
  const sockets = new Set<Socket>()

  beforeAll(async () => {
    servers = await Promise.all([PrivatePostgres.start(), PrivatePostgres.start()])
    await servers[1].query("create table records (id text)")
    address = createServer((socket) => {
      const other = connect(Number(new URL(servers[target]!.url).port), "127.0.0.1")
      for (const end of [socket, other]) sockets.add(end.on("error", () => undefined))
      socket.pipe(other).pipe(socket)
    })
    await new Promise<void>((go) => address.listen(0, "127.0.0.1", go))
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    address.close()
    for (const server of servers) await server.remove()
  })

  it("reaches it with the next write, also while the old server goes on to answer", async () => {
    const { port } = address.address() as { port: number }
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const app = await start({ url, migrations, migrateAtStart: true })
    // Several connections, so that none of them stays at the old server.
    const fill = () => Promise.all([1, 2, 3].map((id) => app.request("POST", `/transactions/${id}`)))
    expect((await fill()).map(({ status }) => status)).toEqual([204, 204, 204])
    await setReadOnly(servers[0], "on")
    await expectRejectedWrites(app, writes)
    target = 1
    expect(await recovery(app)).toBeLessThan(5_000)
    expect((await fill()).map(({ status }) => status)).toEqual([204, 204, 204])
    await app.stop()
  })
})
