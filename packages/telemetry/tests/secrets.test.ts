import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { once } from "node:events"
import { Database, postgres } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { redis, RedisConnection } from "@trivet/redis"
import { telemetry, tracedFetch } from "@trivet/telemetry"
import { sql } from "kysely"
import { callLog, type Context, dto, get, inject, Log, module, post, requestId, routes } from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Receiver, startReceiver } from "./testing/receiver.ts"
import { registerSdk } from "./testing/register-sdk.ts"
import { scrape, scrapedModule } from "./testing/scraped-app.ts"

class Db extends Database<Record<string, never>> {}

const planted = new Map<string, string>()
/** A secret that must not be found anywhere. `where` names it if it is. */
function secret(where: string): string {
  const made = `planted${randomUUID().replaceAll("-", "")}`
  planted.set(where, made)
  return made
}

let elsewhere: string
const literal = secret("literal of a statement")
const thrown = secret("message of an error")

class Accounts {
  readonly #db = inject(Db)
  readonly #redis = inject(RedisConnection)
  readonly #log = inject(Log)

  routes() {
    return routes([
      post("/login/:token", this.login),
      get("/broken", this.broken),
      get("/failing", this.failing),
    ])
  }
  async login(ctx: Context<"/login/:token">) {
    const { password } = await ctx.bind(dto({ password: "required" }))
    await sql`select ${password}::text, ${sql.raw(`'${literal}'`)} /* ${sql.raw(literal)} */`.execute(
      this.#db,
    )
    await this.#redis.send(["SET", `session:${ctx.cookie("session")}`, password, "EX", "1"])
    const [user, key, path] = [
      secret("user of an address"),
      secret("query of an address"),
      secret("path of an address"),
    ]
    const address = `http://127.0.0.1:${elsewhere}/hooks/${path}?key=${key}#${secret("fragment of an address")}`
    await tracedFetch(address, { headers: { authorization: `Bearer ${user}` } })
    this.#log.info("logged in")
    return { token: secret("reply") }
  }
  async broken() {
    await sql`select ${thrown}::text::int`.execute(this.#db)
  }
  failing() {
    throw new Error(thrown)
  }
}

let receiver: Receiver
let provider: ReturnType<typeof registerSdk>
let test: TestDatabase
let served: Served
let other: ReturnType<typeof createServer>
const log = createTestLog()
beforeAll(async () => {
  receiver = await startReceiver()
  provider = registerSdk(receiver.url)
  test = await createTestDatabase()
  other = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1")
  await once(other, "listening")
  elsewhere = String((other.address() as AddressInfo).port)
  const url = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"
  const imports = [
    postgres(Db, { url: test.url, logQueries: {}, commentQueries: true }),
    redis({ prefix: "secrets-test", url, logCommands: {} }),
    scrapedModule(),
  ]
  served = await serve(module({ name: "accounts", imports, declarations: [Accounts] }), {
    platform: api(),
    port: 0,
    signals: false,
    log: log.log,
    middlewares: [telemetry(), requestId(), callLog()],
  })
})
afterAll(async () => {
  await served.stop()
  await provider.shutdown()
  await test.drop()
  receiver.stop()
  other.close()
})

describe("planted secrets", () => {
  it("are in no span and no metric, and in no log line but those of what the program said itself", async () => {
    const headers = {
      authorization: `Bearer ${secret("token")}`,
      cookie: `session=${secret("cookie")}`,
      "user-agent": secret("agent"),
      "x-api-key": secret("API key"),
      traceparent: `00-${secret("malformed traceparent")}-0-01`,
      tracestate: `vendor=${secret("tracestate")}`,
      baggage: `user=${secret("baggage")}`,
      "x-request-id": `!${secret("malformed request id")}`,
      "content-type": "application/json",
    }
    const body = JSON.stringify({ password: secret("password") })
    const path = `/login/${secret("path parameter")}?code=${secret("query")}&${secret("name of a query")}=1`
    expect((await fetch(`${served.url}${path}`, { method: "POST", headers, body })).status).toBe(200)
    expect(
      (await fetch(`${served.url}/${secret("unknown path")}?a=${secret("unknown query")}`, { headers }))
        .status,
    ).toBe(404)
    expect((await fetch(`${served.url}/broken`, { headers })).status).toBeGreaterThanOrEqual(400)
    expect((await fetch(`${served.url}/failing`, { headers })).status).toBe(500)
    const metrics = await (await scrape(served.url)).text()
    await expect
      .poll(async () => {
        await provider.forceFlush()
        return receiver.spans.map(({ name }) => name)
      })
      .toEqual(
        expect.arrayContaining(["POST /login/:token", "SET", "GET /broken", "GET /failing", "GET /metrics"]),
      )

    const spans = receiver.bodies.join("\n")
    const lines = log.lines.map((line) => JSON.stringify(line))
    expect(lines.length).toBeGreaterThan(5)
    const found = (text: string) =>
      [...planted].filter(([, value]) => text.includes(value)).map(([where]) => where)
    expect([...planted.keys()].length).toBeGreaterThan(15)
    expect(found(spans)).toEqual([])
    expect(found(metrics)).toEqual([])
    // The message of an unexpected error is the reason why it is logged, and `logQueries` logs statements as the program
    // has written them: without values, and with whatever else is in them.
    expect(found(lines.join("\n"))).toEqual(["literal of a statement", "message of an error"])
    const others = lines.filter((line) => !line.includes('"err"') && !line.includes('"sql"'))
    expect(found(others.join("\n"))).toEqual([])
  })
})
