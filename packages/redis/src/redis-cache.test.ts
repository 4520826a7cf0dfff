import { afterAll, describe, expect, it } from "vitest"
import type { Lease } from "trivet/extend"
import { removeKeys, sharedRedis, testPrefix } from "../tests/conformance/test-redis.ts"
import { PrivateRedis } from "./testing/private-redis.ts"
import { RedisCache } from "./redis-cache.ts"
import { RedisConnection } from "./connection/redis-connection.ts"

/** A cache whose leases a test may take. */
class OpenCache extends RedisCache {
  take(key: string): Promise<Lease | undefined> {
    return this.lease(key, 30)
  }
}

const prefix = testPrefix()
const connection = new RedisConnection({ url: sharedRedis, timeout: 10_000 })
const cache = new OpenCache(connection, prefix)
const left = (name: string) => connection.send<number>(["PTTL", `${prefix}:${name}`])
const entryOf = (value: unknown) => ({ value, freshUntil: Date.now() + 60_000 })

afterAll(async () => {
  await connection.onStop()
  await removeKeys(prefix)
})

describe("RedisCache", () => {
  it("gives every value and every lease an end", async () => {
    await cache.set("ends", 1, { seconds: 10, staleSeconds: 5 })
    await cache.take("ends")
    for (const name of ["cache:{:ends}", "lease:{:ends}"]) {
      expect(await left(name), name).toBeGreaterThan(5_000)
      expect(await left(name), name).toBeLessThanOrEqual(30_000)
    }
  })

  it("gives a lease to one at a time", async () => {
    const first = await cache.take("one")
    expect(await cache.take("one")).toBeUndefined()
    await first!.release()
    expect(await cache.take("one")).toBeDefined()
  })

  it("ends a lease with a deletion, and what was computed under it is not kept", async () => {
    const old = await cache.take("deleted")
    await cache.delete("deleted")
    const current = await cache.take("deleted")
    expect(current).toBeDefined()
    await old!.write(entryOf("old"), 60)
    expect(await cache.get("deleted")).toBeUndefined()
    await current!.write(entryOf("new"), 60)
    expect(await cache.get("deleted")).toBe("new")
  })

  it("lets a lease that has ended release no other", async () => {
    const old = await cache.take("released")
    await cache.delete("released")
    expect(await cache.take("released")).toBeDefined()
    await old!.release()
    expect(await cache.take("released")).toBeUndefined()
  })

  it("ends a lease with a write, and what was computed under it is not kept", async () => {
    const old = await cache.take("written")
    await cache.set("written", "new", { seconds: 60 })
    await old!.write(entryOf("old"), 60)
    expect(await cache.get("written")).toBe("new")
    expect(await cache.take("written")).toBeDefined()
  })

  it("keeps the values of two applications apart", async () => {
    await cache.set("mine", 1, { seconds: 60 })
    expect(await new RedisCache(connection, `${prefix}:other`).get("mine")).toBeUndefined()
  })

  it("makes up for a deletion that Redis rejected before it reads the key again", async () => {
    const own = await PrivateRedis.start()
    const alone = new RedisConnection({ url: own.url, timeout: 10_000 })
    try {
      const owing = new RedisCache(alone, prefix)
      await owing.set("allowed", true, { seconds: 60 })
      await alone.send(["ACL", "SETUSER", "default", "-del"])
      await owing.delete("allowed")
      await alone.send(["ACL", "SETUSER", "default", "+del"])
      expect(await owing.get("allowed")).toBeUndefined()
    } finally {
      await alone.onStop()
      await own.stop()
    }
  })
})
