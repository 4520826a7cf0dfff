import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cacheCases, keyValueCases } from "trivet/testing"
import { RedisCache, RedisConnection, RedisKeyValue, RedisUnavailable } from "../../src/index.ts"
import { places } from "./places.ts"
import { removeKeys, testPrefix } from "./test-redis.ts"

describe.each(places)("on $name", ({ start }) => {
  const prefix = testPrefix()
  let place: Awaited<ReturnType<typeof start>>
  let connection: RedisConnection
  let store: RedisKeyValue
  let cache: RedisCache

  beforeAll(async () => {
    place = await start()
    connection = new RedisConnection({ url: place.url })
    store = new RedisKeyValue(connection, prefix)
    cache = new RedisCache(connection, prefix)
  })

  afterAll(async () => {
    await connection.onStop()
    await removeKeys(prefix)
    await place.stop()
  })

  describe.concurrent("RedisKeyValue", () => {
    it.each(keyValueCases({ make: () => store }))("$name", async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    })

    it("refuses to count in what is not a number", async () => {
      await store.set("text", "five")
      await expect(store.increment("text")).rejects.toThrow(/is not a whole number/)
      await expect(store.increment("text", 1, { seconds: 5 })).rejects.toThrow(/is not a whole number/)
      await expect(store.increment("count", 0.5)).rejects.toThrow(/is not a whole number/)
    })

    it("keeps its keys under its prefix", async () => {
      await store.set("under", "x")
      expect(await connection.send(["GET", `${prefix}:kv:under`])).toBe("x")
      expect(await new RedisKeyValue(connection, `${prefix}-other`).get("under")).toBeUndefined()
    })

    it("becomes 503 when Redis refuses", async () => {
      await connection.send(["RPUSH", `${prefix}:kv:list`, "x"])
      const refusal = await store.get("list").catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(RedisUnavailable)
      expect(refusal).toMatchObject({ status: 503, headers: { "Retry-After": "1" } })
      expect(String(refusal)).not.toContain("WRONGTYPE")
    })
  })

  describe.concurrent("RedisCache", () => {
    it.each(cacheCases({ make: () => cache }))("$name", async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    })

    it("computes anew where something else stands under its key", async () => {
      await connection.send(["SET", `${prefix}:cache:{:broken}`, "not of ours"])
      expect(await cache.remember("broken", { seconds: 60 }, () => "computed")).toBe("computed")
      expect(await cache.get("broken")).toBe("computed")
    })

    it("gives every key a lifetime", async () => {
      await cache.set("short", 1, { seconds: 10, staleSeconds: 5 })
      const left = await connection.send<number>(["PTTL", `${prefix}:cache:{:short}`])
      expect(left).toBeGreaterThan(14_000)
      expect(left).toBeLessThan(16_000)
    })
  })
})
