import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, describe, expect, it } from "vitest"
import { RedisConnection } from "@trivet/redis"
import type { Counter, CounterRule } from "./counter.ts"
import { MemoryCounter } from "./memory-counter.ts"
import { RedisCounter } from "./redis-counter.ts"

const prefix = `test-${crypto.randomUUID()}`
const redis = new RedisConnection({ url: process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379" })

afterAll(async () => {
  const keys = await redis.send<string[]>(["KEYS", `${prefix}:*`])
  if (keys.length > 0) await redis.send(["DEL", ...keys])
  await redis.onStop()
})

const kinds: readonly (readonly [string, (rule: CounterRule) => Counter])[] = [
  ["in memory", (rule) => new MemoryCounter(rule)],
  ["in Redis", (rule) => new RedisCounter(redis, prefix, rule)],
]

/** Takes points until none is left, and gives how many there were and how long the wait is. */
async function exhaust(counter: Counter, key: string): Promise<{ points: number; wait: number }> {
  for (let points = 0; ; points++) {
    const { taken, remaining, wait } = await counter.take(key)
    if (!taken) return { points, wait }
    expect(remaining).toBeGreaterThanOrEqual(0)
  }
}

describe.each(kinds)("a counter %s", (_, createCounter) => {
  const someKey = () => crypto.randomUUID()

  it("gives so many points for a window, and all of them again after it", async () => {
    const counter = createCounter({ points: 3, window: 400 })
    const key = someKey()
    const first = await counter.take(key)
    expect(first).toMatchObject({ taken: true, remaining: 2 })
    expect(first.wait).toBeLessThanOrEqual(400)
    const { points, wait } = await exhaust(counter, key)
    expect(points).toBe(2)
    expect(wait).toBeLessThanOrEqual(400)
    expect((await exhaust(counter, someKey())).points).toBe(3)
    await sleep(wait + 5)
    // Without growth a window is as long as the one before.
    expect((await counter.take(key)).wait).toBeLessThanOrEqual(400)
    expect((await exhaust(counter, key)).points).toBe(2)
  })

  it("takes a point back into its own window, and no more than were taken", async () => {
    const counter = createCounter({ points: 2, window: 60_000 })
    const key = someKey()
    const { window } = await counter.take(key)
    await counter.take(key)
    for (let times = 0; times < 5; times++) await counter.give(key, window)
    await counter.give(someKey(), window)
    expect((await exhaust(counter, key)).points).toBe(2)
  })

  it("takes nothing back after the window, or the next would have one too many", async () => {
    const counter = createCounter({ points: 2, window: 200 })
    const key = someKey()
    const late = await counter.take(key)
    await sleep(late.wait + 5)
    await counter.take(key)
    await counter.give(key, late.window)
    expect((await exhaust(counter, key)).points).toBe(1)
  })

  it("makes each wait twice as long as the one before, up to the longest", async () => {
    const counter = createCounter({ points: 2, window: 200, maxWindow: 500 })
    const key = someKey()
    const waits: number[] = []
    for (let round = 0; round < 4; round++) {
      const { points, wait } = await exhaust(counter, key)
      expect(points).toBe(2)
      waits.push(wait)
      await sleep(wait + 5)
    }
    for (const [round, maxWindow] of [200, 400, 500, 500].entries()) {
      expect(waits[round]).toBeLessThanOrEqual(maxWindow)
      expect(waits[round]).toBeGreaterThan(maxWindow - 150)
    }
  })

  it("gives back no point by time alone before a growing wait, so that nine of ten are not free", async () => {
    const counter = createCounter({ points: 3, window: 100, maxWindow: 1_000 })
    const key = someKey()
    await counter.take(key)
    await counter.take(key)
    await sleep(150)
    expect((await exhaust(counter, key)).points).toBe(1)
  })

  it("lifts a growing wait when the points were given back: they were successes", async () => {
    const counter = createCounter({ points: 2, window: 60_000, maxWindow: 900_000 })
    const key = someKey()
    const taken = [await counter.take(key), await counter.take(key)]
    expect((await counter.take(key)).taken).toBe(false)
    for (const { window } of taken) await counter.give(key, window)
    const { points, wait } = await exhaust(counter, key)
    expect(points).toBe(2)
    expect(wait).toBeLessThanOrEqual(60_000)
  })

  it("forgets what has grown after four times the longest wait without a try", async () => {
    const counter = createCounter({ points: 1, window: 50, maxWindow: 150 })
    const key = someKey()
    const { wait } = await exhaust(counter, key)
    await sleep(wait + 5)
    const grown = await exhaust(counter, key)
    expect(grown.wait).toBeGreaterThan(50)
    await sleep(grown.wait + 4 * 150 + 20)
    expect((await exhaust(counter, key)).wait).toBeLessThanOrEqual(50)
  })
})

describe("a counter in Redis", () => {
  it("gives every key a lifetime: the window's, or that of what it remembers", async () => {
    const plain = new RedisCounter(redis, `${prefix}:plain`, { points: 2, window: 60_000 })
    const growing = new RedisCounter(redis, `${prefix}:growing`, {
      points: 2,
      window: 60_000,
      maxWindow: 900_000,
    })
    for (const counter of [plain, growing]) await counter.take("key")
    const lifetime = (name: string) => redis.send<number>(["PTTL", `${prefix}:${name}:key`])
    expect(await lifetime("plain")).toBeGreaterThan(50_000)
    expect(await lifetime("plain")).toBeLessThanOrEqual(60_000)
    expect(await lifetime("growing")).toBeGreaterThan(3_500_000)
    expect(await lifetime("growing")).toBeLessThanOrEqual(3_600_000)
    await growing.take("key")
    expect(await lifetime("growing")).toBeGreaterThan(3_600_000)
    expect(await lifetime("growing")).toBeLessThanOrEqual(3_660_000)
  })
})

describe("MemoryCounter", () => {
  it("holds no more than 100,000 keys of many, the newest", async () => {
    const counter = new MemoryCounter({ points: 1, window: 60_000 })
    for (let key = 0; key < 300_000; key++) await counter.take(`k${key}`)
    expect(counter.size).toBeGreaterThanOrEqual(99_000)
    expect(counter.size).toBeLessThanOrEqual(100_000)
    expect((await counter.take("k299999")).taken).toBe(false)
  })

  it("removes expired keys when new ones are added", async () => {
    let now = 0
    const counter = new MemoryCounter({ points: 5, window: 1_000 }, () => now)
    for (let key = 0; key < 1_000; key++) await counter.take(`k${key}`)
    now = 1_000
    for (let key = 0; key < 1_000; key++) await counter.take(`next${key}`)
    expect(counter.size).toBe(1_000)
  })
})
