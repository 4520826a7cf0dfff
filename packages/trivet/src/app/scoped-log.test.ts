import { pino } from "pino"
import { describe, expect, it } from "vitest"
import {
  command,
  type Context,
  createJsonLog,
  get,
  inject,
  Log,
  type Middleware,
  module,
  requestId,
  routes,
} from "../index.ts"
import { cli } from "../cli.ts"
import { createTestApp } from "../testing.ts"

const pause = () => new Promise((go) => setTimeout(go, 1))

/** A service that knows nothing of calls. */
class Orders {
  readonly log = inject(Log)
  readonly #sync = this.log.child({ job: "sync" })

  async load(id: string) {
    await pause()
    this.log.info({ order: id }, "loaded")
    this.log.info("only a text")
    this.#sync.warn("child")
  }
  fail() {
    const error = new Error("broken")
    this.log.error(error as object, "failed")
    this.log.info({ route: "my own" }, "own field")
  }
}

const user: Middleware = {
  handle(ctx: Context, next) {
    ctx.set("user_id" as never, "u1" as never)
    return next()
  },
}

class OrdersController {
  readonly #orders = inject(Orders)

  routes() {
    return routes([
      get("/orders/:id", this.show, { middlewares: [user] }),
      get("/broken", this.broken),
      get("/pieces", this.pieces),
      command("orders/sync", this.sync),
    ])
  }
  async show(ctx: Context<"/orders/:id">) {
    await this.#orders.load(ctx.param("id"))
    return {}
  }
  broken() {
    this.#orders.fail()
    return {}
  }
  async *pieces() {
    await pause()
    this.#orders.log.info("in a stream")
    yield "done"
  }
  async sync() {
    await this.#orders.load("all")
  }
}

const root = module({ name: "orders", declarations: [OrdersController, Orders] })
const call = { request_id: "abc-1", route: "GET /orders/:id", user_id: "u1" }

describe("the log that a service injects", () => {
  it("carries the id, the route and the user of the running call", async () => {
    const app = await createTestApp(root, { middlewares: [requestId()] })
    app.get(Orders).log.info("outside")
    await app.request("GET", "/orders/7", { headers: { "x-request-id": "abc-1" } })
    expect(app.logs).toMatchObject([
      { msg: "outside" },
      { ...call, order: "7", msg: "loaded" },
      { ...call, msg: "only a text" },
      { ...call, job: "sync", msg: "child" },
    ])
    expect(app.logs[0]).not.toHaveProperty("route")
  })

  it("keeps errors and fields of its own, and works in streams", async () => {
    const app = await createTestApp(root, { middlewares: [requestId()] })
    const headers = { "x-request-id": "abc-2" }
    await app.request("GET", "/broken", { headers })
    await app.request("GET", "/pieces", { headers })
    expect(app.logs).toMatchObject([
      { request_id: "abc-2", route: "GET /broken", err: { message: "broken" }, msg: "failed" },
      { request_id: "abc-2", route: "my own", msg: "own field" },
      { request_id: "abc-2", route: "GET /pieces", msg: "in a stream" },
    ])
  })

  it("carries the trace", async () => {
    const trace: Middleware = {
      handle(ctx: Context, next) {
        ctx.set("trace_id" as never, "0af7" as never)
        return next()
      },
    }
    const app = await createTestApp(root, { middlewares: [trace] })
    await app.request("GET", "/broken")
    expect(app.logs[0]).toMatchObject({ trace_id: "0af7", route: "GET /broken" })
  })

  it("carries the command", async () => {
    const app = await createTestApp(root, { platform: cli() })
    await app.request("", "/orders/sync")
    expect(app.logs).toMatchObject([{ route: "orders/sync", order: "all", msg: "loaded" }, {}, {}])
  })

  it.each([
    ["pino", (write: (line: string) => void) => pino({ level: "info" }, { write })],
    ["createJsonLog()", (write: (line: string) => void) => createJsonLog({ write })],
  ])("writes the same fields with %s", async (_, create) => {
    const lines: string[] = []
    const log = create((line) => lines.push(line))
    const app = await createTestApp(root, { log, middlewares: [requestId()] })
    await app.request("GET", "/orders/7", { headers: { "x-request-id": "abc-1" } })
    await app.request("GET", "/broken")
    const parsed = lines.map((line) => JSON.parse(line) as object)
    expect(parsed).toMatchObject([
      { level: 30, ...call, order: "7", msg: "loaded" },
      { level: 30, ...call, msg: "only a text" },
      { level: 40, ...call, job: "sync", msg: "child" },
      { level: 50, err: { type: "Error", message: "broken" }, route: "GET /broken", msg: "failed" },
      { route: "my own" },
    ])
    for (const line of lines) expect(line.match(/"route"/g)).toHaveLength(1)
  })
})
