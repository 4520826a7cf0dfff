import type { Cache } from "../store/cache.ts"
import { type ConformanceCase, type ConformanceSubject, expectEqual, passTime } from "./conformance.ts"

/** Returns the tests that every `Cache` must pass: `for (const { name, run } of cacheCases({ make })) it(name, run)`. */
export function cacheCases(subject: ConformanceSubject<Cache>): readonly ConformanceCase[] {
  const aCase = (name: string, run: (cache: Cache, key: string) => Promise<void>): ConformanceCase => ({
    name,
    run: async () => run(await subject.make(), `case:${crypto.randomUUID()}`),
  })
  const pass = (seconds: number) => passTime(subject, seconds)
  return [
    aCase("gives undefined for what was never kept", async (cache, key) => {
      expectEqual(await cache.get(key), undefined, "get")
      await cache.delete(key)
    }),
    aCase("gives back JSON values", async (cache, key) => {
      for (const value of [null, 0, "", "ü🙂", [1, "a"], { a: { b: [null, true] } }]) {
        await cache.set(key, value, { seconds: 60 })
        expectEqual(await cache.get(key), value, "get")
      }
    }),
    aCase("gives a copy, so that changing it changes nothing", async (cache, key) => {
      const value = { list: [1] }
      await cache.set(key, value, { seconds: 60 })
      value.list.push(2)
      const first = await cache.get<typeof value>(key)
      first?.list.push(3)
      expectEqual(await cache.get(key), { list: [1] }, "get")
    }),
    aCase("forgets what is deleted", async (cache, key) => {
      await cache.set(key, 1, { seconds: 60 })
      await cache.delete(key)
      expectEqual(await cache.get(key), undefined, "get")
    }),
    aCase("forgets what has outlived its lifetime", async (cache, key) => {
      await cache.set(key, 1, { seconds: 2 })
      await pass(1)
      expectEqual(await cache.get(key), 1, "get after 1 s of 2")
      await pass(1.4)
      expectEqual(await cache.get(key), undefined, "get after 2.4 s of 2")
    }),
    aCase("computes once for many who ask at once", async (cache, key) => {
      let computed = 0
      const compute = async () => {
        await new Promise((go) => setTimeout(go, 50))
        return { at: ++computed }
      }
      const given = await Promise.all(
        Array.from({ length: 200 }, () => cache.remember(key, { seconds: 60 }, compute)),
      )
      expectEqual(computed, 1, "computations")
      expectEqual(new Set(given.map((value) => JSON.stringify(value))).size, 1, "different values")
      expectEqual(await cache.remember(key, { seconds: 60 }, compute), { at: 1 }, "remember again")
    }),
    aCase("computes again after the lifetime", async (cache, key) => {
      let computed = 0
      await cache.remember(key, { seconds: 1 }, () => ++computed)
      await pass(1.3)
      expectEqual(await cache.remember(key, { seconds: 1 }, () => ++computed), 2, "remember")
    }),
    aCase("gives the old value while a new one is computed", async (cache, key) => {
      let computed = 0
      const compute = async () => {
        await new Promise((go) => setTimeout(go, 100))
        return ++computed
      }
      await cache.remember(key, { seconds: 1, staleSeconds: 60 }, compute)
      await pass(1.3)
      const began = performance.now()
      expectEqual(
        await cache.remember(key, { seconds: 1, staleSeconds: 60 }, compute),
        1,
        "remember while stale",
      )
      if (performance.now() - began > 90) throw new Error("the caller waited for the computation")
      await new Promise((go) => setTimeout(go, 300))
      expectEqual(
        await cache.remember(key, { seconds: 60, staleSeconds: 60 }, compute),
        2,
        "remember after the refresh",
      )
    }),
    aCase("keeps a refresh apart from every other key", async (cache, key) => {
      let go = () => undefined as void
      const gate = new Promise<void>((open) => (go = open))
      const freshness = { seconds: 1, staleSeconds: 60 }
      await cache.remember(key, freshness, () => "old")
      await pass(1.3)
      const refreshed = async () => {
        await gate
        return "new"
      }
      expectEqual(await cache.remember(key, freshness, refreshed), "old", "remember while stale")
      for (const end of ["\0refresh", ":refresh", "refresh"])
        expectEqual(await cache.remember(key + end, freshness, () => end), end, "remember another key")
      go()
    }),
    aCase("throws what the computation throws, to all, and keeps nothing", async (cache, key) => {
      const fail = async () => {
        await new Promise((go) => setTimeout(go, 20))
        throw new Error("no")
      }
      const results = await Promise.allSettled(
        [1, 2, 3].map(() => cache.remember(key, { seconds: 60 }, fail)),
      )
      expectEqual(
        results.map((result) => result.status),
        ["rejected", "rejected", "rejected"],
        "results",
      )
      expectEqual(
        await cache.remember(key, { seconds: 60 }, () => "fine"),
        "fine",
        "remember after a failure",
      )
    }),
    aCase("does not keep what was computed from before a deletion", async (cache, key) => {
      let go = () => undefined as void
      const gate = new Promise<void>((open) => (go = open))
      const old = cache.remember(key, { seconds: 60 }, async () => {
        await gate
        return "old"
      })
      await new Promise((wait) => setTimeout(wait, 50))
      await cache.delete(key)
      go()
      expectEqual(await old, "old", "who asked before the deletion")
      expectEqual(await cache.get(key), undefined, "get after the deletion")
    }),
    aCase("does not let what was computed from before write over what was set", async (cache, key) => {
      let go = () => undefined as void
      const gate = new Promise<void>((open) => (go = open))
      const old = cache.remember(key, { seconds: 60 }, async () => {
        await gate
        return "old"
      })
      await new Promise((wait) => setTimeout(wait, 50))
      await cache.set(key, "new", { seconds: 60 })
      expectEqual(
        await cache.remember(key, { seconds: 60 }, () => "newer"),
        "new",
        "remember after the setting",
      )
      go()
      expectEqual(await old, "old", "who asked before the setting")
      expectEqual(await cache.get(key), "new", "get after the setting")
    }),
    aCase("does not keep undefined", async (cache, key) => {
      let asked = 0
      const find = () => (++asked < 3 ? undefined : "there")
      for (const wanted of [undefined, undefined, "there", "there"])
        expectEqual(await cache.remember(key, { seconds: 60 }, find), wanted, "remember")
    }),
  ]
}
