import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createTestLog } from "trivet/testing"
import { RedisCache, RedisConnection, RedisKeyValue, RedisUnavailable } from "../../src/index.ts"
import { PrivateRedis } from "../../src/testing/private-redis.ts"

interface Tally {
  readonly answered: number
  readonly slowest: number
}

let server: PrivateRedis
let connection: RedisConnection
let cache: RedisCache
let store: RedisKeyValue
let logged: ReturnType<typeof createTestLog>

beforeEach(async () => {
  server = await PrivateRedis.start()
  logged = createTestLog()
  connection = new RedisConnection({ url: server.url, timeout: 500, connectTimeout: 500 }, logged.log)
  cache = new RedisCache(connection, "outage", { log: logged.log })
  store = new RedisKeyValue(connection, "outage")
  await connection.onStart()
})

afterEach(async () => {
  server.thaw()
  await connection.onStop()
  await server.stop()
})

/** Asks the cache one call after the other, each under a key of its own. */
async function remember(calls: number): Promise<Tally> {
  let slowest = 0
  let answered = 0
  for (let call = 0; call < calls; call++) {
    const began = performance.now()
    const value = await cache.remember(`call${call}`, { seconds: 60 }, async () => call)
    slowest = Math.max(slowest, performance.now() - began)
    if (value === call) answered++
  }
  return { answered, slowest }
}

async function untilReady(): Promise<number> {
  const began = performance.now()
  while (!connection.ready) {
    if (performance.now() - began > 10_000) throw new Error("Redis did not come back")
    await sleep(5)
  }
  return performance.now() - began
}

async function untilAway(): Promise<void> {
  while (connection.ready) await sleep(5)
}

describe("a Redis that is stopped", () => {
  it("leaves the cache computing, without waiting, and serves again within 5 s of its return", async () => {
    await remember(10)
    await server.stop()
    await untilAway()
    const away = await remember(1_000)
    expect(away.answered).toBe(1_000)
    expect(away.slowest).toBeLessThan(250)
    await sleep(2_000)
    await server.start()
    expect(await untilReady()).toBeLessThan(5_000)
    let computed = 0
    for (let call = 0; call < 2; call++) await cache.remember("back", { seconds: 60 }, () => ++computed)
    expect(computed).toBe(1)
    expect(await cache.get("back")).toBe(1)
  })

  it("makes the key-value store fail at once with 503, and never fail open", async () => {
    await store.set("kept", "x")
    await server.stop()
    await untilAway()
    const began = performance.now()
    const calls = [
      () => store.get("kept"),
      () => store.set("kept", "y", { seconds: 5 }),
      () => store.add("new", "y"),
      () => store.take("kept"),
      () => store.increment("count"),
      () => store.increment("count", 1, { seconds: 5 }),
      () => store.delete("kept"),
    ]
    for (const call of calls) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(RedisUnavailable)
      expect(error).toMatchObject({ status: 503, headers: { "Retry-After": "1" } })
    }
    expect(performance.now() - began).toBeLessThan(200)
  })

  it("fails what was under way, too, and says in the log when it went and when it came back, not each time", async () => {
    const loading = remember(200)
    const counting = Promise.allSettled(Array.from({ length: 200 }, () => store.increment("count")))
    await server.stop()
    expect((await loading).answered).toBe(200)
    await counting
    for (let call = 0; call < 100; call++) await store.get("x").catch(() => undefined)
    await sleep(1_500)
    await server.start()
    await untilReady()
    expect(logged.lines.map(({ msg }) => msg)).toEqual([
      `Redis at 127.0.0.1:${server.port} is unavailable`,
      `Redis at 127.0.0.1:${server.port} is available again`,
    ])
  })

  it("is tried again and again, and found within 5 s of each of 5 returns", async () => {
    const waits: number[] = []
    for (let round = 0; round < 5; round++) {
      await server.stop(round % 2 === 0 ? "SIGKILL" : "SIGTERM")
      await untilAway()
      await sleep(300 * round)
      await server.start()
      waits.push(await untilReady())
      expect(await cache.remember(`round${round}`, { seconds: 5 }, () => round)).toBe(round)
    }
    expect(Math.max(...waits)).toBeLessThan(5_000)
  })

  it("finds its scripts missing after its return, and is sent them again", async () => {
    await store.increment("scripted", 1, { seconds: 60 })
    await server.stop()
    await untilAway()
    await server.start()
    await untilReady()
    expect(await store.increment("scripted", 1, { seconds: 60 })).toBe(1)
  })
})

describe("a Redis that stands still", () => {
  it("holds callers no longer than the limit, then no longer at all, and is used again when it moves", async () => {
    await remember(10)
    server.freeze()
    const first = performance.now()
    const held = await Promise.all([
      cache.remember("held", { seconds: 60 }, () => "computed"),
      store.get("held").catch((error: unknown) => (error as RedisUnavailable).status),
    ])
    expect(held).toEqual(["computed", 503])
    expect(performance.now() - first).toBeLessThan(1_000)
    const away = await remember(1_000)
    expect(away.answered).toBe(1_000)
    expect(away.slowest).toBeLessThan(250)
    // Longer than a new connection may take: it is greeted by nobody.
    await sleep(1_500)
    expect((await remember(100)).slowest).toBeLessThan(250)
    server.thaw()
    expect(await untilReady()).toBeLessThan(5_000)
    await store.set("x", "y")
    expect(await store.get("x")).toBe("y")
  })

  it("is not to blame when this process itself stood still", async () => {
    const asking = store.get("x")
    await sleep(0)
    const until = performance.now() + 1_200
    while (performance.now() < until);
    expect(await asking).toBeUndefined()
    expect(connection.ready).toBe(true)
  })

  it("forgets, once it moves, what was deleted or set meanwhile", async () => {
    await cache.set("deleted", "old", { seconds: 60 })
    await cache.set("set", "old", { seconds: 60 })
    server.freeze()
    await store.get("x").catch(() => undefined)
    await untilAway()
    await cache.delete("deleted")
    await cache.set("set", "new", { seconds: 60 })
    server.thaw()
    await untilReady()
    expect(await cache.get("deleted")).toBeUndefined()
    expect(await cache.get("set")).toBeUndefined()
  })
})

describe("the start", () => {
  it("fails without Redis, says where it looked, and leaves nothing behind", async () => {
    await server.stop()
    const url = server.url.replace("://", "://user:secret-word@")
    const lonely = new RedisConnection({ url, startWait: 300 })
    const failure = await lonely.onStart().catch((error: unknown) => error as Error)
    expect(String(failure)).toMatch(/^Fault: Redis at 127\.0\.0\.1:\d+ is not available: .*ECONNREFUSED/)
    expect(String(failure)).not.toContain("secret-word")
    await expect(lonely.send(["PING"])).rejects.toBeInstanceOf(RedisUnavailable)
  })

  it("goes on without an optional one, which joins when it is there", async () => {
    await server.stop()
    const optional = new RedisConnection({ url: server.url, optional: true })
    const began = performance.now()
    await optional.onStart()
    expect(performance.now() - began).toBeLessThan(500)
    expect(await optional.onHealth()).toMatch(/unavailable/)
    await server.start()
    const until = performance.now() + 5_000
    while (!optional.ready && performance.now() < until) await sleep(10)
    expect(await optional.onHealth()).toBeUndefined()
    await optional.onStop()
  })

  it("does not wait where waiting does not help", async () => {
    await connection.send(["CONFIG", "SET", "requirepass", "right"])
    const wrong = new RedisConnection({ url: server.url.replace("://", "://:wrong@") })
    const began = performance.now()
    await expect(wrong.onStart()).rejects.toThrow(/WRONGPASS/)
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it("is given up at once by a stop, and does not come true after it", async () => {
    server.freeze()
    const { log, lines } = createTestLog()
    const early = new RedisConnection({ url: server.url, connectTimeout: 5_000, startWait: 300 }, log)
    const starting = early.onStart().catch(String)
    await sleep(50)
    const began = performance.now()
    await early.onStop()
    expect(performance.now() - began).toBeLessThan(250)
    server.thaw()
    await sleep(100)
    expect([early.ready, lines]).toEqual([false, []])
    expect(await starting).toMatch(/is not available: stopped/)
  })

  it("is left to the first command where it is lazy", async () => {
    const lazy = new RedisConnection({ url: server.url, lazy: () => true })
    await lazy.onStart()
    expect([lazy.ready, await lazy.onHealth()]).toEqual([false, "not asked for yet"])
    expect(await lazy.send(["PING"])).toBe("PONG")
    await lazy.onStop()
  })
})

describe("the health of Redis", () => {
  it("is bad while it is unavailable", async () => {
    expect(await connection.onHealth()).toBeUndefined()
    await server.stop()
    await untilAway()
    await expect(connection.onHealth()).rejects.toBeInstanceOf(RedisUnavailable)
  })
})
