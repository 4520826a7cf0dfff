import { type Bench, expectEqual, type Sketch, sketch } from "./case.ts"
import type { TakenJob } from "../../../src/store/job-store.ts"

/** An attempt that no longer holds its job cannot change it. */
export const fencingCases: readonly Sketch[] = [
  sketch("leaves a job to the attempt that has it after a failure", async (bench) => {
    const { store, add, takeOne, pass } = bench
    await add()
    const stale = await takeOne()
    await store.fail(stale, "lost")
    await expectPowerless(bench, stale, "waiting")
    await pass(2.1)
    const held = await takeOne()
    await expectPowerless(bench, stale, "running")
    expectEqual(await store.complete(held), true, "complete of the attempt that has the job")
  }),
  sketch("leaves a job to the attempt that has it after it was cancelled and retried", async (bench) => {
    const { store, add, takeOne } = bench
    const id = (await add())!
    const stale = await takeOne()
    expectEqual([await store.cancel(id), await store.retry(id)], [true, true], "cancel, retry")
    const held = await takeOne()
    await expectPowerless(bench, stale, "running")
    expectEqual(await store.complete(held), true, "complete of the attempt that has the job")
  }),
  sketch("does not complete a job that was cancelled while it ran", async (bench) => {
    const { store, queue, add, takeOne } = bench
    const id = (await add())!
    const stale = await takeOne()
    expectEqual(await store.cancel(id), true, "cancel")
    await expectPowerless(bench, stale, "cancelled")
    expectEqual(await store.take(queue, 10), [], "further jobs")
  }),
]

async function expectPowerless({ store }: Bench, stale: TakenJob, state: string): Promise<void> {
  await store.touch([stale])
  expectEqual(await store.complete(stale), false, "complete of an earlier attempt")
  await store.fail(stale, "stale")
  await store.handBack(stale, "stale")
  const { state: found, error } = (await store.find(stale.id))!
  expectEqual(found, state, "state after an earlier attempt ended")
  expectEqual(error === "stale", false, "error of an earlier attempt")
}
