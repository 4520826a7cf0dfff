import { setTimeout as sleep } from "node:timers/promises"
import { expectEqual, expectTrue, type Sketch, sketch } from "./case.ts"

const limited = (limit: { maxRunning?: number; maxStarts?: number; per?: number }) => ({
  limit: { maxRunning: undefined, maxStarts: undefined, per: 60_000, ...limit },
})
const data = (jobs: readonly { readonly data: unknown }[]) =>
  jobs.map((job) => String(job.data)).toSorted((one, other) => (one < other ? -1 : 1))

/** Jobs with limits for each key. */
export const limitCases: readonly Sketch[] = [
  sketch(
    "takes as many of a key as may run, and all of other keys",
    async ({ store, queue, add }) => {
      for (let at = 0; at < 50; at++) await add({ data: `a${at}`, limitKey: "a" })
      for (const key of ["b", "c", ""]) await add({ data: key, limitKey: key })
      const taken = await store.take(queue, 10)
      expectEqual(data(taken), ["", "a0", "a1", "b", "c"], "taken")
      expectEqual(await store.take(queue, 10), [], "taken while they run")
      await store.complete(taken.find((job) => job.data === "a1")!)
      expectEqual(data(await store.take(queue, 10)), ["a2"], "taken when one is done")
    },
    limited({ maxRunning: 2 }),
  ),
  sketch(
    "counts jobs without a key by one",
    async ({ store, queue, add, takeOne }) => {
      for (let at = 0; at < 3; at++) await add()
      const job = await takeOne()
      expectEqual(await store.take(queue, 10), [], "the second")
      await store.fail(job, "no paper")
      expectEqual((await store.take(queue, 10)).length, 1, "taken after one has failed")
    },
    limited({ maxRunning: 1 }),
  ),
  sketch(
    "never takes more of a key than may run, of twenty who take at once",
    async ({ store, queue, add }) => {
      for (let at = 0; at < 60; at++) await add({ limitKey: at % 2 === 0 ? "a" : "b" })
      const all = await Promise.all(Array.from({ length: 20 }, () => store.take(queue, 4)))
      expectEqual(all.flat().length, 6, "taken")
    },
    limited({ maxRunning: 3 }),
  ),
  sketch(
    "starts no more of a key in a time than it may",
    async ({ store, queue, add, pass }) => {
      for (let at = 0; at < 5; at++) await add({ data: at, limitKey: "a" })
      const first = await store.take(queue, 10)
      expectEqual(data(first), ["0", "1"], "taken")
      for (const job of first) await store.complete(job)
      expectEqual(await store.take(queue, 10), [], "taken at once")
      await add({ data: 9, limitKey: "b" })
      expectEqual(data(await store.take(queue, 10)), ["9"], "taken of another key")
      await pass(1.6)
      expectEqual(data(await store.take(queue, 1)), ["2"], "taken after the time")
      expectEqual(data(await store.take(queue, 9)), ["3"], "the second after the time")
      expectEqual(await store.take(queue, 9), [], "the third after the time")
    },
    limited({ maxStarts: 2, per: 1_500 }),
  ),
  sketch(
    "keeps a job that is not due from those of its key",
    async ({ add, takeOne }) => {
      await add({ data: "late", limitKey: "a", delay: 60_000 })
      await add({ data: "due", limitKey: "a" })
      expectEqual((await takeOne()).data, "due", "taken")
    },
    limited({ maxRunning: 1 }),
  ),
  sketch(
    "takes of a key again when its job was cancelled while it ran",
    async ({ store, add, takeOne }) => {
      await add({ limitKey: "a" })
      await add({ data: "second", limitKey: "a" })
      expectTrue(await store.cancel((await takeOne()).id), "cancelled")
      expectEqual((await takeOne()).data, "second", "taken")
    },
    limited({ maxRunning: 1 }),
  ),
  sketch(
    "takes as many of each key in turn, whatever the key is",
    async ({ store, queue, add }) => {
      const keys = ["a", "A", "a ", "ü🙂", "\0", "x".repeat(5_000), `${"x".repeat(5_000)}y`]
      for (const key of keys)
        for (let at = 0; at < 2; at++) await add({ data: keys.indexOf(key), limitKey: key })
      const taken: number[] = []
      for (;;) {
        const [job] = await store.take(queue, 1)
        if (job === undefined) break
        taken.push(job.data as number)
        await sleep(0)
      }
      expectEqual(
        taken.toSorted((one, other) => one - other),
        [0, 1, 2, 3, 4, 5, 6],
        "taken",
      )
    },
    limited({ maxRunning: 1 }),
  ),
]
