import { expectEqual, type Sketch, sketch } from "./case.ts"

const unique = { unique: true }

/** Jobs with keys: of each key, one waits for its first attempt. */
export const uniqueCases: readonly Sketch[] = [
  sketch(
    "adds one of 500 jobs with the same key at once",
    async ({ store, queue, add }) => {
      const added = await Promise.all(Array.from({ length: 500 }, () => add({ key: "same" })))
      expectEqual(added.filter((id) => id !== undefined).length, 1, "added")
      expectEqual((await store.take(queue, 500)).length, 1, "taken")
    },
    unique,
  ),
  sketch(
    "adds jobs with different keys",
    async ({ add }) => {
      const keys = ["", "a", "A", "a ", "ü🙂", "x".repeat(5_000), `${"x".repeat(5_000)}y`]
      const added = await Promise.all(keys.map((key) => add({ key })))
      expectEqual(added.filter((id) => id !== undefined).length, keys.length, "added")
    },
    unique,
  ),
  sketch(
    "adds another job with the key of one that runs, or that has ended",
    async ({ store, add, takeOne }) => {
      await add({ key: "same" })
      const running = await takeOne()
      const second = await add({ key: "same" })
      expectEqual(typeof second, "string", "added while the first runs")
      expectEqual(await add({ key: "same" }), undefined, "added while the second waits")
      await store.complete(running)
      await store.complete(await takeOne())
      expectEqual(typeof (await add({ key: "same" })), "string", "added when both are done")
    },
    unique,
  ),
  sketch(
    "lets a job with a key fail while another with its key waits",
    async ({ store, add, takeOne, pass }) => {
      const first = (await add({ key: "same" }))!
      const running = await takeOne()
      const second = (await add({ key: "same" }))!
      await store.fail(running, "no paper")
      expectEqual((await store.find(first))?.state, "waiting", "state")
      expectEqual((await takeOne()).id, second, "the second")
      expectEqual(typeof (await add({ key: "same" })), "string", "added while the first waits for its retry")
      await pass(2.1)
    },
    unique,
  ),
  sketch(
    "does not retry a cancelled job if another with its key waits",
    async ({ store, add }) => {
      const first = (await add({ key: "same" }))!
      await store.cancel(first)
      const second = (await add({ key: "same" }))!
      expectEqual(await store.retry(first), false, "retry while the second waits")
      expectEqual((await store.find(first))?.state, "cancelled", "state")
      await store.cancel(second)
      expectEqual(await store.retry(first), true, "retry when none waits")
    },
    unique,
  ),
]
