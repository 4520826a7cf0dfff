import { afterEach, describe, expect, it, vi } from "vitest"
import {
  Cache,
  type Context,
  get,
  inject,
  KeyValue,
  MemoryCache,
  MemoryKeyValue,
  module,
  provide,
  token,
} from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { sharedRedis, testPrefix } from "../tests/conformance/test-redis.ts"
import { PrivateRedis } from "./testing/private-redis.ts"
import { RedisCache } from "./redis-cache.ts"
import { RedisConnection } from "./connection/redis-connection.ts"
import { RedisKeyValue } from "./redis-key-value.ts"
import { redis, OptionalRedis, type RedisOptions } from "./redis.ts"

class Visits {
  readonly #store = inject(KeyValue)
  readonly #cache = inject(Cache)
  routes() {
    return [get("/count/:name", this.count), get("/square/:of", this.square)]
  }
  async count(ctx: Context<"/count/:name">) {
    return { count: await this.#store.increment(ctx.param("name"), 1, { seconds: 60 }) }
  }
  async square(ctx: Context<"/square/:of">) {
    const of = ctx.param("of")
    return { square: await this.#cache.remember(of, { seconds: 60 }, () => Number(of) ** 2) }
  }
}

const apps: TestApp[] = []

async function start(options: RedisOptions, settings: Parameters<typeof createTestApp>[1] = {}) {
  const root = module({ name: "app", imports: [redis(options)], declarations: [Visits] })
  const app = await createTestApp(root, settings)
  apps.push(app)
  return app
}

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const app of apps.splice(0)) await app.stop()
})

describe("redis", () => {
  it("gives a key-value store and a cache on one connection", async () => {
    const app = await start({ url: sharedRedis, prefix: testPrefix() })
    expect(app.get(KeyValue)).toBeInstanceOf(RedisKeyValue)
    expect(app.get(Cache)).toBeInstanceOf(RedisCache)
    await app.request("GET", "/count/a")
    expect((await app.request("GET", "/count/a")).json()).toEqual({ count: 2 })
    expect((await app.request("GET", "/square/7")).json()).toEqual({ square: 49 })
    expect(app.started.map(({ name }) => name)).toContain("RedisConnection")
  })

  it("takes its URL from REDIS_URL, or from a function that may inject", async () => {
    vi.stubEnv("REDIS_URL", sharedRedis)
    expect((await start({ prefix: testPrefix() })).get(KeyValue)).toBeInstanceOf(RedisKeyValue)
    vi.stubEnv("REDIS_URL", "")
    const Address = token<string>("address")
    const settings = { provide: [provide(Address, () => sharedRedis)] }
    const app = await start({ prefix: testPrefix(), url: () => inject(Address) }, settings)
    expect(app.get(KeyValue)).toBeInstanceOf(RedisKeyValue)
  })

  it("keeps everything in memory where nothing says where Redis is, and says so", async () => {
    vi.stubEnv("REDIS_URL", "")
    const app = await start({ prefix: "app" })
    expect(app.get(KeyValue)).toBeInstanceOf(MemoryKeyValue)
    expect(app.get(Cache)).toBeInstanceOf(MemoryCache)
    expect((await app.request("GET", "/count/a")).json()).toEqual({ count: 1 })
    expect(app.logs.map(({ msg }) => msg)).toEqual([expect.stringContaining("REDIS_URL is not set")])
  })

  it("refuses that in production, but for a cache alone", async () => {
    vi.stubEnv("REDIS_URL", "")
    await expect(start({ prefix: "app" }, { production: true })).rejects.toThrow(
      /^1 fault.*REDIS_URL_MISSING/s,
    )
    const root = module({ name: "app", imports: [redis({ prefix: "app", provides: [Cache] })] })
    const app = await createTestApp(root, { production: true })
    apps.push(app)
    expect(app.get(Cache)).toBeInstanceOf(MemoryCache)
  })

  it("gives the connection where there is one, and nothing to look after where there is none", async () => {
    const url = { prefix: testPrefix(), url: sharedRedis, provides: [] }
    const connected = await createTestApp(module({ name: "app", imports: [redis(url)] }))
    apps.push(connected)
    expect(connected.get(OptionalRedis)).toBe(connected.get(RedisConnection))
    vi.stubEnv("REDIS_URL", "")
    const none = module({ name: "app", imports: [redis({ prefix: "app", provides: [] })] })
    const alone = await createTestApp(none, { production: true })
    apps.push(alone)
    expect(alone.get(OptionalRedis)).toBeUndefined()
  })

  it("raises a fault for a prefix whose keys could collide, and for an invalid URL without showing it", async () => {
    await expect(start({ prefix: "a:kv", url: sharedRedis })).rejects.toThrow(/prefix/)
    const refusal = await start({ prefix: "a", url: "http://:hush@x" }).catch((error: unknown) => error)
    expect(String(refusal)).toMatch(/redis:\/\/host:port/)
    expect(String(refusal)).not.toContain("hush")
  })

  it("starts without Redis when it gives the cache alone, and answers", async () => {
    const own = await PrivateRedis.start()
    await own.stop()
    const options = { url: own.url, prefix: testPrefix(), provides: [Cache] }
    const root = module({
      name: "app",
      imports: [redis(options)],
      declarations: [Visits, provide(KeyValue, () => new MemoryKeyValue())],
    })
    const app = await createTestApp(root)
    apps.push(app)
    expect((await app.request("GET", "/square/7")).json()).toEqual({ square: 49 })
    expect(await app.get(RedisConnection).onHealth()).toMatch(/unavailable/)
  })

  it("answers 503 with Retry-After where the key-value store is needed and away", async () => {
    const own = await PrivateRedis.start()
    const app = await start({ url: own.url, prefix: testPrefix() })
    expect((await app.request("GET", "/count/a")).status).toBe(200)
    await own.stop()
    const reply = await app.request("GET", "/count/a")
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"])
    expect(reply.json()).toEqual({ error: "The service is not available, try again later" })
    expect((await app.request("GET", "/square/8")).json()).toEqual({ square: 64 })
  })
})
