import { describe, expect, it, vi } from "vitest"
import { cacheCases } from "../testing/cache-cases.ts"
import { keyValueCases } from "../testing/key-value-cases.ts"
import { TestClock } from "../testing/test-clock.ts"
import { MemoryCache } from "./memory-cache.ts"
import { MemoryKeyValue } from "./memory-key-value.ts"
import type { Lease } from "./remembering-cache.ts"

const clock = new TestClock()
const pass = (seconds: number) => clock.advance({ seconds })

describe("MemoryKeyValue", () => {
  it.each(keyValueCases({ make: () => new MemoryKeyValue(clock), pass }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("keeps what it has for its lifetime, whatever is done to the time of day", async () => {
    const own = new TestClock()
    const store = new MemoryKeyValue(own)
    await store.set("mark", "x", { seconds: 60 })
    own.shift({ days: 10 })
    for (let at = 0; at < 2_000; at++) await store.set(`key:${at}`, "x", { seconds: 1 })
    expect(await store.get("mark")).toBe("x")
    own.shift({ days: -20 })
    own.advance({ seconds: 60 })
    expect(await store.get("mark")).toBeUndefined()
  })

  it("does not pile up what has outlived its lifetime", async () => {
    const store = new MemoryKeyValue(clock)
    for (let at = 0; at < 100_000; at++) {
      await store.set(`key:${at}`, "x", { seconds: 1 })
      if (at % 100 === 0) pass(1)
    }
    expect(store.size).toBeLessThan(2_000)
  })

  it("sweeps nothing that lives", async () => {
    const store = new MemoryKeyValue(clock)
    await store.set("for ever", "x")
    await store.set("long", "x", { seconds: 60 })
    for (let at = 0; at < 3_000; at++) await store.set(`key:${at}`, "x", { seconds: 1 })
    expect([await store.get("for ever"), await store.get("long"), await store.get("key:0")]).toEqual([
      "x",
      "x",
      "x",
    ])
  })

  it("ends a lifetime to the millisecond", async () => {
    const store = new MemoryKeyValue(clock)
    await store.set("exact", "x", { seconds: 60 })
    clock.advance({ milliseconds: 59_999 })
    expect(await store.get("exact")).toBe("x")
    clock.advance({ milliseconds: 1 })
    expect(await store.get("exact")).toBeUndefined()
  })

  it.each(["seven", "0.5", "9007199254740993"])(
    "rejects counting in what is not a whole number: %s",
    async (text) => {
      const store = new MemoryKeyValue(clock)
      await store.set("text", text)
      await expect(store.increment("text")).rejects.toThrow(/is not a whole number/)
      expect(await store.get("text")).toBe(text)
    },
  )
})

/** A cache whose leases a test may take. */
class OpenCache extends MemoryCache {
  take(key: string): Promise<Lease | undefined> {
    return this.lease(key)
  }
}

describe("MemoryCache", () => {
  it.each(cacheCases({ make: () => new MemoryCache({ clock }), pass }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("has nothing under a key that was set to undefined", async () => {
    const cache = new MemoryCache({ clock })
    await cache.set("a", 1, { seconds: 60 })
    await cache.set("a", undefined, { seconds: 60 })
    expect(await cache.get("a")).toBeUndefined()
    expect(await cache.remember("a", { seconds: 60 }, () => 2)).toBe(2)
  })

  it("evicts the least recently used entry", async () => {
    const cache = new MemoryCache({ clock, maxEntries: 2 })
    await cache.set("a", 1, { seconds: 60 })
    await cache.set("b", 2, { seconds: 60 })
    await cache.get("a")
    await cache.set("c", 3, { seconds: 60 })
    expect([await cache.get("a"), await cache.get("b"), await cache.get("c")]).toEqual([1, undefined, 3])
  })

  it("gives a lease to one at a time, and only that one ends it", async () => {
    const cache = new OpenCache({ clock })
    const old = await cache.take("a")
    expect(await cache.take("a")).toBeUndefined()
    await cache.delete("a")
    expect(await cache.take("a")).toBeDefined()
    await old!.release()
    expect(await cache.take("a")).toBeUndefined()
  })

  it("serves the old value and goes on if a computation in the background fails", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue()
    const cache = new MemoryCache({ clock })
    const ask = (compute: () => string) => cache.remember("a", { seconds: 1, staleSeconds: 60 }, compute)
    const failure = new Error("the database is gone")
    const fail = () => {
      throw failure
    }
    await ask(() => "old")
    clock.advance({ seconds: 2 })
    expect(await ask(fail)).toBe("old")
    await expect.poll(() => printed.mock.calls).toEqual([[failure]])
    expect(await ask(() => "new")).toBe("old")
    await expect.poll(() => ask(fail)).toBe("new")
    printed.mockRestore()
  })
  it("reports a computation in the background that fails once, however many callers got the old value", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue()
    const cache = new MemoryCache({ clock })
    const ask = (compute: () => Promise<string>) =>
      cache.remember("a", { seconds: 1, staleSeconds: 60 }, compute)
    await ask(async () => "old")
    clock.advance({ seconds: 2 })
    const computing = Promise.withResolvers<string>()
    const values = await Promise.all(Array.from({ length: 40 }, () => ask(() => computing.promise)))
    expect(new Set(values)).toEqual(new Set(["old"]))
    const failure = new Error("the database is gone")
    computing.reject(failure)
    await expect.poll(() => printed.mock.calls.length).toBeGreaterThan(0)
    await new Promise(setImmediate)
    expect(printed.mock.calls).toEqual([[failure]])
    printed.mockRestore()
  })
})
