import { describe, expect, it } from "vitest"
import { cacheCases } from "../testing/cache-cases.ts"
import { keyValueCases } from "../testing/key-value-cases.ts"
import { TestClock } from "../testing/test-clock.ts"
import { MemoryCache } from "./memory-cache.ts"
import { MemoryKeyValue } from "./memory-key-value.ts"

const clock = new TestClock()
const pass = (seconds: number) => clock.advance({ seconds })

describe("MemoryKeyValue", () => {
  it.each(keyValueCases({ make: () => new MemoryKeyValue(clock), pass }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("does not pile up what has outlived its lifetime", async () => {
    const store = new MemoryKeyValue(clock)
    for (let at = 0; at < 100_000; at++) {
      await store.set(`key:${at}`, "x", { ttl: 1 })
      if (at % 100 === 0) pass(1)
    }
    expect(store.size).toBeLessThan(2_000)
  })
})

describe("MemoryCache", () => {
  it.each(cacheCases({ make: () => new MemoryCache({ clock }), pass }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("lets go of what was not used for longest", async () => {
    const cache = new MemoryCache({ clock, most: 2 })
    await cache.set("a", 1, { ttl: 60 })
    await cache.set("b", 2, { ttl: 60 })
    await cache.get("a")
    await cache.set("c", 3, { ttl: 60 })
    expect([await cache.get("a"), await cache.get("b"), await cache.get("c")]).toEqual([1, undefined, 3])
  })
})
