import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { context, trace } from "@opentelemetry/api"
import { Database, postgres } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { redis, RedisConnection } from "@trivet/redis"
import { tracedFetch, telemetry } from "@trivet/telemetry"
import { sql } from "kysely"
import { command, type Context, get, inject, Log, module, post, routes } from "trivet"
import { api } from "trivet/api"
import { run } from "trivet/cli"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type ReceivedSpan, type Receiver, startReceiver } from "./testing/receiver.ts"
import { registerSdk } from "./testing/register-sdk.ts"

class Db extends Database<Record<string, never>> {}

let receiver: Receiver
let provider: ReturnType<typeof registerSdk>
let test: TestDatabase
let shop: Served
let stock: Served
const log = createTestLog()

class OrdersController {
  readonly #db = inject(Db)
  readonly #redis = inject(RedisConnection)
  readonly #log = inject(Log)

  routes() {
    return routes([
      post("/orders/:id", this.create),
      get("/pieces", this.pieces),
      get("/broken", this.broken),
      get("/thrown", this.thrown),
    ])
  }
  async create(ctx: Context<"/orders/:id">) {
    await sql`select ${ctx.param("id")}::text as id from pg_class limit 1`.execute(this.#db)
    await this.#redis.send(["GET", `order:${ctx.param("id")}`])
    const reply = await tracedFetch(`${stock.url}/items/${ctx.param("id")}?key=1`)
    this.#log.info("ordered")
    return reply.json()
  }
  async *pieces() {
    for (let piece = 0; piece < 2; piece++) {
      await new Promise((go) => setTimeout(go, 5))
      await sql`select ${piece}::int`.execute(this.#db)
      // The application's own spans find their parent too.
      trace.getTracer("application").startSpan(`piece ${piece}`).end()
      yield { piece }
    }
  }
  async broken() {
    await sql`select 'planted' from no_such_table`.execute(this.#db)
  }
  thrown() {
    throw new TypeError("planted")
  }
}

class ItemsController {
  routes() {
    return routes([get("/items/:id", this.show), command("items/count", this.count)])
  }
  show() {
    return { left: 3 }
  }
  async count() {
    await Promise.resolve()
    return { items: 1 }
  }
}

beforeAll(async () => {
  receiver = await startReceiver()
  provider = registerSdk(receiver.url)
  test = await createTestDatabase()
  const options = { platform: api(), port: 0, signals: false, middlewares: [telemetry()] } as const
  const url = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"
  const imports = [postgres(Db, { url: test.url }), redis({ prefix: "trace-test", url })]
  const orders = module({ name: "orders", imports, declarations: [OrdersController] })
  shop = await serve(orders, { ...options, log: log.log })
  const items = module({ name: "items", declarations: [ItemsController] })
  stock = await serve(items, { ...options, log: createTestLog().log })
})
afterAll(async () => {
  await shop.stop()
  await stock.stop()
  await test.drop()
  await provider.shutdown()
  receiver.stop()
})
beforeEach(() => void receiver.spans.splice(0))

/** Calls in a span of the client, and gives the spans of that trace, once all that are wanted have come. */
async function traced(count: number, call: () => Promise<unknown>): Promise<ReceivedSpan[]> {
  const client = trace.getTracer("client").startSpan("client")
  await context.with(trace.setSpan(context.active(), client), call)
  client.end()
  await expect
    .poll(async () => {
      await provider.forceFlush()
      return receiver.spans.length
    })
    .toBeGreaterThanOrEqual(count)
  expect(receiver.spans).toHaveLength(count)
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(
    new Set([client.spanContext().traceId]),
  )
  return receiver.spans
}

/** A trace as a tree, without its ids: each span with what it began. */
function treeOf(spans: readonly ReceivedSpan[], parent?: string): unknown[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .toSorted((one, other) => (one.startTimeUnixNano < other.startTimeUnixNano ? -1 : 1))
    .map(({ name, kind, attributes, failed, spanId }) => {
      const children = treeOf(spans, spanId)
      return {
        name,
        kind,
        attributes,
        ...(failed && { failed }),
        ...(children.length > 0 && { children }),
      }
    })
}

const server = (method: string, route: string, owner: string, handler: string) => ({
  "http.request.method": method,
  "http.route": route,
  "http.response.status_code": 200,
  "url.scheme": "http",
  "trivet.module": owner,
  "code.function.name": handler,
})
const client = (method: string, { port }: Served) => ({
  "http.request.method": method,
  "http.response.status_code": 200,
  "url.scheme": "http",
  "server.address": "localhost",
  "server.port": port,
})
const select = (text: string, summary = "SELECT") => ({
  name: summary,
  kind: "CLIENT",
  attributes: {
    "db.system.name": "postgresql",
    "db.operation.name": "SELECT",
    "db.query.summary": summary,
    "db.query.text": text,
  },
})

describe("one trace", () => {
  it("goes from the client through two applications, SQL and Redis, asserted whole", async () => {
    const spans = await traced(7, () => tracedFetch(`${shop.url}/orders/7?token=1`, { method: "POST" }))
    expect(treeOf(spans)).toEqual([
      {
        name: "client",
        kind: "INTERNAL",
        attributes: {},
        children: [
          {
            name: "POST",
            kind: "CLIENT",
            attributes: client("POST", shop),
            children: [
              {
                name: "POST /orders/:id",
                kind: "SERVER",
                attributes: server("POST", "/orders/:id", "orders", "OrdersController.create"),
                children: [
                  select("select $1::text as id from pg_class limit ?", "SELECT pg_class"),
                  {
                    name: "GET",
                    kind: "CLIENT",
                    attributes: { "db.system.name": "redis", "db.operation.name": "GET" },
                  },
                  {
                    name: "GET",
                    kind: "CLIENT",
                    attributes: client("GET", stock),
                    children: [
                      {
                        name: "GET /items/:id",
                        kind: "SERVER",
                        attributes: server("GET", "/items/:id", "items", "ItemsController.show"),
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ])
    const line = log.lines.find(({ msg }) => msg === "ordered")
    expect(line).toMatchObject({ trace_id: spans[0]!.traceId, route: "POST /orders/:id" })
  })

  it("contains what a streamed body does, piece by piece", async () => {
    const spans = await traced(7, async () => {
      const reply = await tracedFetch(`${shop.url}/pieces`)
      expect(await reply.text()).toContain('"piece":1')
    })
    const [{ children: requests }] = treeOf(spans) as [
      { children: { children: { children: unknown[] }[] }[] },
    ]
    const own = (name: string) => ({ name, kind: "INTERNAL", attributes: {} })
    const statement = select("select $1::int")
    expect(requests[0]!.children[0]!.children).toEqual([statement, own("piece 0"), statement, own("piece 1")])
  })
})

describe("errors", () => {
  it("have a type and no message", async () => {
    const failed = async (path: string) => {
      receiver.spans.splice(0)
      const spans = await traced(path === "/broken" ? 4 : 3, () => tracedFetch(`${shop.url}${path}`))
      return spans
        .filter((span) => span.failed)
        .map(({ name, attributes }) => [name, attributes["error.type"]])
    }
    expect(await failed("/broken")).toEqual(
      expect.arrayContaining([
        ["SELECT no_such_table", "42P01"],
        ["GET /broken", "42P01"],
        ["GET", "500"],
      ]),
    )
    expect(await failed("/thrown")).toEqual(
      expect.arrayContaining([
        ["GET /thrown", "TypeError"],
        ["GET", "500"],
      ]),
    )
    expect(receiver.bodies.join()).not.toContain("planted")
  })

  it("are none of those: a request without a route has its method alone as name", async () => {
    const spans = await traced(3, () => tracedFetch(`${shop.url}/no/such/path`))
    const found = spans.find(({ kind }) => kind === "SERVER")!
    expect(found).toMatchObject({ name: "GET", failed: false })
    expect(found.attributes).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 404,
      "url.scheme": "http",
    })
  })
})

describe("sample", () => {
  it("leaves out traces that begin here, with all that they do, and obeys a caller", async () => {
    const items = module({ name: "items", declarations: [ItemsController, Asking] })
    const options = { platform: api(), port: 0, signals: false, log: createTestLog().log } as const
    const served = await serve(items, { ...options, middlewares: [telemetry({ sample: 0 })] })
    const asked = await fetch(`${served.url}/ask`)
    expect(await asked.json()).toEqual({
      sent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/) as string,
    })
    const spans = await traced(3, () => tracedFetch(`${served.url}/items/7`))
    expect(spans.map(({ name }) => name)).toContain("GET /items/:id")
    await served.stop()
  })
})

/** Asks another server, and starts spans of its own: at once and in a timer. */
class Asking {
  routes() {
    return routes([get("/ask", this.ask)])
  }
  async ask() {
    trace.getTracer("application").startSpan("own").end()
    await new Promise((go) => setTimeout(go, 1))
    trace.getTracer("application").startSpan("own, later").end()
    const echo = createServer((request, response) => response.end(String(request.headers["traceparent"])))
    echo.listen(0, "127.0.0.1")
    await once(echo, "listening")
    const reply = await tracedFetch(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`)
    const sent = await reply.text()
    echo.close()
    return { sent }
  }
}

describe("commands", () => {
  it("are spans of their own, exported before the program ends", async () => {
    const items = module({ name: "items", declarations: [ItemsController] })
    const code = await run(items, { argv: ["items", "count"], exit: false, middlewares: [telemetry()] })
    expect(code).toBe(0)
    expect(receiver.spans.map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
      {
        name: "items/count",
        kind: "INTERNAL",
        attributes: { "trivet.module": "items", "code.function.name": "ItemsController.count" },
      },
    ])
  })
})
