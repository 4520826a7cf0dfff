import { afterAll, describe, expect, it } from "vitest"
import { removeKeys, sharedRedis, testPrefix } from "../tests/conformance/test-redis.ts"
import { RedisConnection } from "./connection/redis-connection.ts"
import { RedisKeyValue } from "./redis-key-value.ts"
import { RedisUnavailable } from "./connection/redis-unavailable.ts"

const prefix = testPrefix()
const connection = new RedisConnection({ url: sharedRedis, timeout: 10_000 })
const store = new RedisKeyValue(connection, prefix)

/** Milliseconds that a key has left; -1 where it has no end. */
const left = (key: string) => connection.send<number>(["PTTL", `${prefix}:kv:${key}`])

afterAll(async () => {
  await connection.onStop()
  await removeKeys(prefix)
})

describe("RedisKeyValue", () => {
  it("adds only where nothing is, and takes once", async () => {
    expect([await store.add("once", "a"), await store.add("once", "b")]).toEqual([true, false])
    expect([await store.take("once"), await store.take("once")]).toEqual(["a", undefined])
    expect(await store.delete("once")).toBe(false)
  })

  it("gives what is written the lifetime that it was given, or none", async () => {
    await store.set("a", "x", { seconds: 60 })
    await store.add("b", "x", { seconds: 60 })
    await store.increment("c", 1, { seconds: 60 })
    for (const key of ["a", "b", "c"]) {
      expect(await left(key), key).toBeGreaterThan(30_000)
      expect(await left(key), key).toBeLessThanOrEqual(60_000)
    }
    await store.set("a", "y")
    expect(await left("a")).toBe(-1)
  })

  it("counts, and counts the lifetime from the first step", async () => {
    expect(await store.increment("steps", 2, { seconds: 60 })).toBe(2)
    expect(await store.increment("steps", 3, { seconds: 6_000 })).toBe(5)
    expect(await left("steps")).toBeLessThanOrEqual(60_000)
    expect(await store.increment("steps")).toBe(6)
  })

  it("counts whole numbers only", async () => {
    await expect(store.increment("half", 0.5, { seconds: 60 })).rejects.toThrow(/is not a whole number/)
    expect(await store.get("half")).toBeUndefined()
    await store.set("word", "five")
    await expect(store.increment("word", 1, { seconds: 60 })).rejects.toThrow(/is not a whole number/)
  })

  it("keeps the keys of two applications apart", async () => {
    await store.set("mine", "x")
    const other = new RedisKeyValue(connection, `${prefix}:other`)
    expect(await other.get("mine")).toBeUndefined()
  })

  it("throws what is answered with 503 when Redis rejects a command", async () => {
    await connection.send(["RPUSH", `${prefix}:kv:list`, "x"])
    await expect(store.get("list")).rejects.toThrow(RedisUnavailable)
  })
})
