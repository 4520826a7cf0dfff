import { type Bench, expectEqual, expectTrue, type Sketch, sketch } from "./case.ts"

/** Attempts succeed and fail. */
export const endingCases: readonly Sketch[] = [
  sketch(
    "keeps where a job comes from through all attempts",
    async ({ store, queue, add, takeOne, pass }) => {
      const origin = {
        requestId: "r-7",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      }
      await add({ origin })
      const first = await takeOne()
      expectEqual(first.origin, origin, "origin")
      await store.fail(first, "no paper")
      await pass(2.1)
      expectEqual((await takeOne()).origin, origin, "origin of the second attempt")
      const taken = await store.addTaken({
        queue,
        data: null,
        delay: 0,
        key: undefined,
        id: undefined,
        origin,
      })
      expectEqual(taken?.origin, origin, "origin of a job that is taken at once")
    },
  ),
  sketch("completes a job once", async ({ store, queue, add, takeOne }) => {
    const id = await add()
    const job = await takeOne()
    expectEqual(job.attempt, 1, "attempt")
    expectEqual((await store.find(id!))?.state, "running", "state")
    expectEqual([await store.complete(job), await store.complete(job)], [true, false], "complete")
    const { state, attempts, ended, error } = (await store.find(id!))!
    expectEqual([state, attempts, error ?? null], ["done", 1, null], "state, attempts and error")
    expectTrue(ended instanceof Date, "a job that is done has no time of its end")
    expectEqual(await store.take(queue, 10), [], "further jobs")
  }),
  sketch("lets a failed job wait for the next attempt", async ({ store, queue, add, takeOne, pass }) => {
    const id = await add()
    await store.fail(await takeOne(), "no paper")
    expectEqual(await store.take(queue, 10), [], "at once")
    const { state, attempts, error } = (await store.find(id!))!
    expectEqual([state, attempts, error], ["waiting", 1, "no paper"], "state, attempts and error")
    await pass(2.1)
    const job = await takeOne()
    expectEqual([job.id, job.attempt], [id, 2], "second attempt")
    expectEqual(await store.complete(job), true, "complete")
    expectEqual((await store.find(id!))?.error ?? null, null, "error of a job that is done")
  }),
  sketch("doubles the delay, with at most as much again at random", async (bench) => {
    const { store, add, takeOne, pass } = bench
    const id = (await add())!
    await store.fail(await takeOne(), "first")
    await expectDelay(bench, id, 1_000, 2_000)
    await pass(2.1)
    await store.fail(await takeOne(), "second")
    await expectDelay(bench, id, 2_000, 4_000)
  }),
  sketch(
    "waits no longer than the longest delay",
    async (bench) => {
      const { store, add, takeOne } = bench
      const id = (await add())!
      await store.fail(await takeOne(), "first")
      await expectDelay(bench, id, 2_000, 2_000)
    },
    { retryDelay: 8_000, retryMost: 2_000 },
  ),
  sketch(
    "keeps a job that has failed for the last time, with its error",
    async ({ store, queue, add, takeOne, pass }) => {
      const id = await add({ data: { order: 7 } })
      await store.fail(await takeOne(), "no paper")
      await pass(2.1)
      await store.fail(await takeOne(), "no ink")
      const { state, attempts, error, ended, data } = (await store.find(id!))!
      expectEqual([state, attempts, error], ["dead", 2, "no ink"], "state, attempts and error")
      expectEqual(data, { order: 7 }, "payload")
      expectTrue(ended instanceof Date, "a dead job has no time of its end")
      expectEqual(await store.take(queue, 10), [], "further jobs")
    },
    { retries: 1 },
  ),
  sketch(
    "has one attempt if it has no retries",
    async ({ store, add, takeOne }) => {
      const id = await add()
      await store.fail(await takeOne(), "no paper")
      expectEqual((await store.find(id!))?.state, "dead", "state")
    },
    { retries: 0 },
  ),
  sketch(
    "keeps a job that cannot succeed, without further attempts",
    async ({ store, queue, add, takeOne, pass }) => {
      const id = (await add())!
      await store.fail(await takeOne(), "no such printer", true)
      const { state, attempts, error } = (await store.find(id))!
      expectEqual([state, attempts, error], ["dead", 1, "no such printer"], "state, attempts and error")
      await pass(2.1)
      expectEqual(await store.take(queue, 10), [], "further jobs")
      expectEqual(await store.retry(id), true, "retry by hand")
      expectEqual((await takeOne()).attempt, 2, "attempt")
    },
  ),
  sketch("keeps an error with characters that a database cannot store", async ({ store, add, takeOne }) => {
    const id = await add()
    await store.fail(await takeOne(), "a\0b \ud800 c")
    expectTrue(/^a.*b .* c$/.test((await store.find(id!))?.error ?? ""), "the error is not kept")
  }),
  sketch(
    "lets a job that is handed back wait again at once, also after its last attempt",
    async ({ store, add, takeOne }) => {
      const id = await add()
      for (const attempt of [1, 2, 3]) {
        const job = await takeOne()
        expectEqual(job.attempt, attempt, "attempt")
        await store.handBack(job, "the process stopped")
        expectEqual((await store.find(id!))?.state, "waiting", "state")
      }
    },
    { retries: 1, retryDelay: 60_000 },
  ),
]

/** Checks when a job that has just failed is due. */
async function expectDelay({ store, add }: Bench, id: string, least: number, most: number): Promise<void> {
  // A job that was added just now knows what time it is for the store.
  const now = (await store.find((await add({ delay: 3_600_000 }))!))!.created.getTime()
  const delay = (await store.find(id))!.due!.getTime() - now
  expectTrue(delay > least - 500 && delay <= most, `the delay is ${delay} ms, not ${least} to ${most} ms`)
}
