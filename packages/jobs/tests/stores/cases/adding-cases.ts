import { expectEqual, type Sketch, sketch } from "./case.ts"

/** Jobs are added, wait until they are due, and are taken. */
export const addingCases: readonly Sketch[] = [
  sketch("gives each job to one of many takers", async ({ store, queue, add }) => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add()))
    const taken = await Promise.all(Array.from({ length: 10 }, () => store.take(queue, 5)))
    const found = taken.flat().map(({ id }) => id)
    expectEqual(new Set(found).size, 20, "different ids")
    expectEqual(
      ids.every((id) => found.includes(id!)),
      true,
      "every id",
    )
    expectEqual(await store.take(queue, 5), [], "further jobs")
  }),
  sketch("gives a job that is added as taken to nobody else", async ({ store, queue, add, takeOne }) => {
    const before = await add()
    const own = (await store.addTaken({ queue, data: { a: 1 }, delay: 0, key: undefined, id: undefined }))!
    expectEqual([own.queue, own.data, own.attempt], [queue, { a: 1 }, 1], "taken")
    expectEqual((await store.find(own.id))?.state, "running", "state")
    expectEqual((await takeOne()).id, before, "the other job")
    expectEqual(await store.take(queue, 10), [], "further jobs")
    expectEqual(await store.complete(own), true, "complete")
  }),
  sketch("takes the oldest first, and no more than asked for", async ({ store, queue, add, takeOne }) => {
    const ids = [await add(), await add(), await add()]
    const [first] = await store.take(queue, 1)
    const [second] = await store.take(queue, 1)
    expectEqual([first?.id, second?.id, (await takeOne()).id], ids, "ids")
  }),
  sketch("takes jobs of the queue only", async ({ store, queue, add }) => {
    await add()
    expectEqual(await store.take(`${queue}/other`, 10).catch(() => []), [], "jobs of another queue")
    expectEqual((await store.take(queue, 10)).length, 1, "jobs of the queue")
  }),
  sketch("keeps a payload as JSON has it", async ({ store, add, takeOne }) => {
    const texts = ["", "ü🙂\n\t\"'\\", "'; drop table", "null"]
    for (const data of [{ a: [1, 2.5, { b: null }], text: "x" }, [1, [2]], ...texts, 0, -1.5, true, null]) {
      const id = await add({ data })
      expectEqual((await store.find(id!))?.data, data, "found")
      const job = await takeOne()
      expectEqual(job.data, data, "taken")
      await store.complete(job)
    }
  }),
  sketch("is not changed by what the caller does with the payload later", async ({ add, takeOne }) => {
    const data = { list: [1] }
    await add({ data })
    data.list.push(2)
    expectEqual((await takeOne()).data, { list: [1] }, "taken")
  }),
  sketch("does not take a job before it is due", async ({ store, queue, add, takeOne, pass }) => {
    await add({ delay: 3_600_000 })
    const id = (await add({ delay: 1_500 }))!
    const { created, due, state } = (await store.find(id))!
    expectEqual(state, "waiting", "state")
    expectEqual(due!.getTime() - created.getTime(), 1_500, "milliseconds until it is due")
    await pass(1.7)
    expectEqual((await takeOne()).id, id, "after 1.7 s of 1.5")
    expectEqual(await store.take(queue, 10), [], "jobs that are due in an hour")
  }),
  sketch("knows which queues have jobs that are due", async ({ store, queue, add, takeOne }) => {
    await add({ delay: 3_600_000 })
    expectEqual(await store.due([queue, `${queue}/other`]), [], "queues with a job that is due in an hour")
    await add()
    expectEqual(await store.due([`${queue}/other`, queue]), [queue], "queues with a job that is due")
    await takeOne()
    expectEqual(await store.due([queue]), [], "queues with a job that runs")
  }),
  sketch("adds the same id once, also when the job has ended", async ({ store, queue, add, takeOne }) => {
    const id = crypto.randomUUID()
    const added = await Promise.all(Array.from({ length: 50 }, () => add({ id })))
    expectEqual(
      added.filter((one) => one !== undefined),
      [id],
      "added",
    )
    expectEqual(await store.complete(await takeOne()), true, "complete")
    expectEqual(await add({ id }), undefined, "added again")
    expectEqual(await store.take(queue, 10), [], "further jobs")
  }),
  sketch("reports to the process that adds a job that it may be due", async ({ queue, added, add }) => {
    await add()
    expectEqual(added.includes(queue), true, "reported")
  }),
]
