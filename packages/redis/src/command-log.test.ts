import { type Context, get, inject, KeyValue, module, requestId, routes } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { sharedRedis, testPrefix } from "../tests/conformance/test-redis.ts"
import { RedisConnection } from "./connection/redis-connection.ts"
import { redis, type RedisOptions } from "./redis.ts"

class Keys {
  readonly #redis = inject(RedisConnection)
  readonly #store = inject(KeyValue)

  routes() {
    return routes([get("/keys/:key", this.show), get("/broken", this.broken)])
  }
  async show(ctx: Context<"/keys/:key">) {
    await this.#redis.send(["ECHO", ctx.param("key")])
    return { value: (await this.#store.get(ctx.param("key"))) ?? null }
  }
  broken() {
    return this.#redis.send(["EVAL", "return redis.error_reply('WRONG planted')", "0"])
  }
}

async function start(logCommands: RedisOptions["logCommands"] & object) {
  const imports = [redis({ url: sharedRedis, prefix: testPrefix(), logCommands })]
  const root = module({ name: "keys", imports, declarations: [Keys] })
  return createTestApp(root, { middlewares: [requestId()] })
}
const headers = { "x-request-id": "abc-1" }

describe("logCommands", () => {
  it("logs the name of each command with its call, and neither keys nor values", async () => {
    const app = await start({})
    expect((await app.request("GET", "/keys/planted", { headers })).json()).toEqual({ value: null })
    await app.request("GET", "/broken")
    const lines = app.logs.filter(({ msg, route }) => msg === "Redis command" && route !== undefined)
    expect(lines).toMatchObject([
      { request_id: "abc-1", route: "GET /keys/:key", redis: "ECHO", ms: expect.any(Number) as number },
      { request_id: "abc-1", redis: "GET" },
      { route: "GET /broken", redis: "EVAL", failed: expect.any(String) as string },
    ])
    expect(JSON.stringify(lines)).not.toContain("planted")
    await app.stop()
  })

  it("logs them whole if it is asked to", async () => {
    const app = await start({ values: true })
    await app.request("GET", "/keys/shown", { headers })
    expect(app.logs.find((line) => line["redis"] === "ECHO")).toMatchObject({ values: ["shown"] })
    await app.stop()
  })
})
