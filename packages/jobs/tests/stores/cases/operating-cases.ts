import { expectEqual, type Sketch, sketch } from "./case.ts"

/** What operators see and do. */
export const operatingCases: readonly Sketch[] = [
  sketch("lists jobs, newest first", async ({ store, queue, add, pass }) => {
    const ids: (string | undefined)[] = []
    for (let at = 0; at < 5; at++) {
      ids.unshift(await add({ data: at }))
      await pass(0.01)
    }
    const listed = await store.list({ job: queue })
    expectEqual(
      listed.map(({ id }) => id),
      ids,
      "ids",
    )
    expectEqual("data" in listed[0]!, false, "payload in a list")
    const three = await store.list({ job: queue, limit: 3 })
    expectEqual(
      three.map(({ id }) => id),
      ids.slice(0, 3),
      "ids of the newest three",
    )
    expectEqual(await store.list({ job: `${queue}/other` }), [], "jobs of another name")
  }),
  sketch(
    "lists jobs by state",
    async ({ store, queue, add, takeOne }) => {
      const done = await add()
      await store.complete(await takeOne())
      const dead = await add()
      await store.fail(await takeOne(), "no paper")
      const running = await add()
      await takeOne()
      const cancelled = await add()
      await store.cancel(cancelled!)
      const waiting = await add()
      const all = { done, dead, running, cancelled, waiting }
      for (const [state, id] of Object.entries(all)) {
        const listed = await store.list({ job: queue, state: state as keyof typeof all })
        expectEqual(
          listed.map((one) => [one.id, one.job, one.state]),
          [[id, queue, state]],
          `jobs that are ${state}`,
        )
      }
    },
    { retries: 0 },
  ),
  sketch("finds no job without its id", async ({ store }) => {
    for (const id of [crypto.randomUUID(), "", "7", "'; drop table"]) {
      expectEqual(await store.find(id), undefined, "find")
      expectEqual([await store.retry(id), await store.cancel(id)], [false, false], "retry, cancel")
    }
  }),
  sketch(
    "retries a dead job once more",
    async ({ store, added, queue, add, takeOne }) => {
      const id = (await add())!
      await store.fail(await takeOne(), "no paper")
      const before = added.length
      expectEqual([await store.retry(id), await store.retry(id)], [true, false], "retry")
      expectEqual(added.slice(before).includes(queue), true, "reported")
      const job = await takeOne()
      expectEqual(job.attempt, 2, "attempt")
      await store.fail(job, "no ink")
      const { state, attempts, error } = (await store.find(id))!
      expectEqual([state, attempts, error], ["dead", 2, "no ink"], "state, attempts and error")
    },
    { retries: 0 },
  ),
  sketch("retries a cancelled job", async ({ store, add, takeOne }) => {
    const id = (await add())!
    expectEqual([await store.cancel(id), await store.retry(id)], [true, true], "cancel, retry")
    const job = await takeOne()
    expectEqual([job.id, job.attempt], [id, 1], "taken")
    expectEqual(await store.complete(job), true, "complete")
  }),
  sketch("retries no job that waits, runs or is done", async ({ store, add, takeOne }) => {
    const id = (await add())!
    expectEqual(await store.retry(id), false, "while it waits")
    const job = await takeOne()
    expectEqual(await store.retry(id), false, "while it runs")
    await store.complete(job)
    expectEqual([await store.retry(id), await store.cancel(id)], [false, false], "when it is done")
  }),
  sketch("does not take a cancelled job", async ({ store, queue, add }) => {
    const id = (await add())!
    expectEqual([await store.cancel(id), await store.cancel(id)], [true, false], "cancel")
    expectEqual(await store.take(queue, 10), [], "jobs")
    expectEqual((await store.find(id))?.state, "cancelled", "state")
  }),
]
