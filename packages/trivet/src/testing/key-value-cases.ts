import type { KeyValue } from "../store/key-value.ts"
import { type ConformanceCase, type ConformanceSubject, expectEqual, passTime } from "./conformance.ts"

/**
 * Returns the tests that every `KeyValue` must pass: `for (const { name, run } of keyValueCases({ make })) it(name, run)`.
 */
export function keyValueCases(subject: ConformanceSubject<KeyValue>): readonly ConformanceCase[] {
  const aCase = (name: string, run: (store: KeyValue, key: string) => Promise<void>): ConformanceCase => ({
    name,
    run: async () => run(await subject.make(), `case:${crypto.randomUUID()}`),
  })
  const pass = (seconds: number) => passTime(subject, seconds)
  return [
    aCase("gives undefined for what was never written", async (store, key) => {
      expectEqual(await store.get(key), undefined, "get")
      expectEqual(await store.take(key), undefined, "take")
      expectEqual(await store.delete(key), false, "delete")
    }),
    aCase("gives what was written last", async (store, key) => {
      await store.set(key, "one")
      await store.set(key, "two")
      expectEqual(await store.get(key), "two", "get")
    }),
    aCase("keeps any text as it is", async (store, key) => {
      for (const text of ["", " ", "ü🙂\n\t\"'\\", "0", "null", "x".repeat(100_000)]) {
        await store.set(key, text)
        expectEqual(await store.get(key), text, "get")
      }
    }),
    aCase("takes any text as a key", async (store, key) => {
      for (const odd of [
        "ü🙂",
        "a b",
        "a:b:c",
        "__proto__",
        "constructor",
        "%00",
        "'; drop",
        "k".repeat(400),
      ]) {
        await store.set(key + odd, odd)
        expectEqual(await store.get(key + odd), odd, `get ${odd}`)
      }
      expectEqual(await store.get(key), undefined, "get of the prefix")
    }),
    aCase("adds only where nothing is", async (store, key) => {
      expectEqual(await store.add(key, "one"), true, "first add")
      expectEqual(await store.add(key, "two"), false, "second add")
      expectEqual(await store.get(key), "one", "get")
    }),
    aCase("lets exactly one of many adds succeed", async (store, key) => {
      const won = await Promise.all(Array.from({ length: 50 }, (_, at) => store.add(key, String(at))))
      expectEqual(won.filter(Boolean).length, 1, "winners")
      expectEqual(await store.get(key), String(won.indexOf(true)), "get")
    }),
    aCase("gives a value to exactly one of many takes", async (store, key) => {
      await store.set(key, "once")
      const got = await Promise.all(Array.from({ length: 50 }, () => store.take(key)))
      expectEqual(got.filter((value) => value === "once").length, 1, "winners")
      expectEqual(await store.get(key), undefined, "get")
    }),
    aCase("counts exactly under many increments", async (store, key) => {
      await Promise.all(Array.from({ length: 200 }, (_, at) => store.increment(key, (at % 3) + 1)))
      expectEqual(await store.increment(key, 0), 399, "sum")
      expectEqual(await store.increment(key, -400), -1, "sum after a negative step")
    }),
    aCase("deletes once", async (store, key) => {
      await store.set(key, "x")
      expectEqual([await store.delete(key), await store.delete(key)], [true, false], "delete")
    }),
    aCase("forgets what has outlived its lifetime", async (store, key) => {
      await store.set(key, "x", { seconds: 2 })
      await store.increment(`${key}:count`, 5, { seconds: 2 })
      await pass(1)
      expectEqual(await store.get(key), "x", "get after 1 s of 2")
      await pass(1.2)
      expectEqual(await store.get(key), undefined, "get after 2.2 s of 2")
      expectEqual(await store.take(key), undefined, "take after 2.2 s of 2")
      expectEqual(await store.increment(`${key}:count`), 1, "increment after 2.2 s of 2")
      expectEqual(await store.add(key, "y", { seconds: 100 }), true, "add after 2.2 s of 2")
    }),
    aCase("counts a counter's lifetime from its first step", async (store, key) => {
      await store.increment(key, 1, { seconds: 2 })
      await pass(1.2)
      expectEqual(await store.increment(key, 1, { seconds: 2 }), 2, "second step")
      await pass(1.2)
      expectEqual(await store.get(key), undefined, "get after 2.4 s")
    }),
    aCase("ends an earlier lifetime when it is written without one", async (store, key) => {
      await store.set(key, "x", { seconds: 1 })
      await store.set(key, "y")
      await pass(1.3)
      expectEqual(await store.get(key), "y", "get")
    }),
  ]
}
