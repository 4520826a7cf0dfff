import type { QueueInfo } from "../../../src/store/job-store.ts"
import { expectEqual, expectTrue, type Sketch, sketch } from "./case.ts"

/** What operators do with a whole queue. */
export const bulkCases: readonly Sketch[] = [
  sketch(
    "retries all dead jobs of a queue, and no others",
    async ({ store, queue, add, takeOne, pass }) => {
      for (let at = 0; at < 3; at++) {
        await add()
        await store.fail(await takeOne(), "no paper")
      }
      const cancelled = (await add())!
      await store.cancel(cancelled)
      const until = await store.now()
      expectEqual(await store.retrySome(queue, until), 3, "retried")
      const taken = await store.take(queue, 10)
      expectEqual(taken.length, 3, "taken")
      expectEqual((await store.find(cancelled))?.state, "cancelled", "state")
      await pass(0.01)
      for (const job of taken) await store.fail(job, "no ink")
      // They were dead after the time.
      expectEqual(await store.retrySome(queue, until), 0, "retried again")
    },
    { retries: 0 },
  ),
  sketch(
    "deletes jobs, but for those that run",
    async ({ store, queue, add, takeOne, pass }) => {
      const running = (await add())!
      await takeOne()
      expectEqual(await store.delete(running), false, "delete of a job that runs")
      await add()
      await store.fail(await takeOne(), "no paper")
      await add()
      const until = await store.now()
      await pass(0.01)
      const later = (await add())!
      expectEqual(await store.deleteSome(queue, "dead", until), 1, "deleted, dead")
      expectEqual(await store.deleteSome(queue, "waiting", until), 1, "deleted, waiting")
      const left = await store.list({ job: queue })
      expectEqual(
        left.map(({ id }) => id),
        [later, running],
        "left",
      )
      expectEqual([await store.delete(later), await store.delete(later)], [true, false], "delete")
    },
    { retries: 0 },
  ),
  sketch(
    "counts jobs, and says since when the next one is due",
    async ({ store, queue, add, takeOne, pass }) => {
      const [empty] = await store.count([queue])
      expectEqual(
        empty,
        { job: queue, waiting: 0, running: 0, failed: 0, dead: 0, doneLastMinute: 0 },
        "an empty queue",
      )
      await add()
      await store.fail(await takeOne(), "no paper")
      await add()
      await takeOne()
      await add({ delay: 3_600_000 })
      expectEqual((await store.count([queue]))[0]!.dueSince, undefined, "due")
      const first = (await add())!
      await pass(0.01)
      await add()
      const [found] = await store.count([queue, `${queue}/other`])
      const { dueSince, ...counts } = found!
      expectEqual(
        counts,
        { job: queue, waiting: 3, running: 1, failed: 0, dead: 1, doneLastMinute: 0 },
        "counts",
      )
      expectEqual(dueSince?.getTime(), (await store.find(first))!.created.getTime(), "due since")
    },
    { retries: 0 },
  ),
  sketch(
    "counts jobs that have failed and wait again, and those that were done in the last minute",
    async ({ store, queue, add, takeOne }) => {
      await add()
      await store.complete(await takeOne())
      await add()
      await store.fail(await takeOne(), "no paper")
      await add()
      const [{ waiting, failed, doneLastMinute }] = (await store.count([queue])) as [QueueInfo]
      expectEqual([waiting, failed, doneLastMinute], [2, 1, 1], "counts")
    },
  ),
  sketch(
    "takes no job of a paused queue until it is resumed",
    async ({ store, queue, added, add, takeOne }) => {
      await add()
      await store.setPaused(queue, true)
      await store.setPaused(queue, true)
      await add()
      expectEqual(await store.take(queue, 10), [], "jobs")
      expectEqual(await store.due([queue]), [], "queues with due jobs")
      expectEqual(store.isPaused(queue), true, "paused")
      expectTrue(
        (await store.count([queue]))[0]!.paused instanceof Date,
        "a paused queue has no time of its pause",
      )
      const before = added.length
      await store.setPaused(queue, false)
      expectTrue(added.length > before, "the jobs that wait are not reported")
      expectEqual((await store.take(queue, 10)).length, 2, "jobs")
      expectEqual((await store.count([queue]))[0]!.paused, undefined, "paused")
      await add()
      await takeOne()
    },
  ),
]
