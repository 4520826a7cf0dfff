import { setTimeout as sleep } from "node:timers/promises"
import { createTestLog } from "trivet/testing"
import { expect, it } from "vitest"
import { job } from "../job.ts"
import { queueOf } from "../known-jobs.ts"
import { MemoryJobStore } from "../store/memory-job-store.ts"
import { Runner } from "./runner.ts"

/** A store that gives jobs out when it is told to. */
class HeldStore extends MemoryJobStore {
  readonly gate = Promise.withResolvers<void>()

  override async take(...given: Parameters<MemoryJobStore["take"]>) {
    await this.gate.promise
    return super.take(...given)
  }
}

it.each([0, 200])("hands back a job that was being taken when it stopped, within %d ms", async (limit) => {
  const store = new HeldStore()
  const known = { name: "a", settings: job("a", { retry: 0 }).job, payload: undefined }
  await store.open({ queues: [queueOf(known)], onAdded: () => undefined, onError: () => undefined })
  const id = await store.add({ queue: "a", data: null, delay: 0, key: undefined, id: undefined })
  const options = { concurrency: 1, poll: 1_000, touchEvery: 1_000, isStopping: () => false }
  let calls = 0
  const answer = () => {
    calls++
    return new Promise<never>(() => undefined)
  }
  const runner = new Runner(store, answer, [known], options, createTestLog().log)
  runner.start()
  const stopped = runner.stop(limit)
  // Later than the limit.
  setTimeout(() => store.gate.resolve(), 50)
  await stopped
  await store.gate.promise
  await sleep(10)
  expect(await store.find(id!)).toMatchObject({ state: "waiting" })
  expect(calls).toBe(0)
})

it("waits in `runDue()` for what runs in the background, and for what that adds", async () => {
  const store = new MemoryJobStore()
  const known = { name: "a", settings: job("a", { retry: 0 }).job, payload: undefined }
  const added = { queue: "a", data: null, delay: 0, key: undefined, id: undefined }
  const options = { concurrency: 1, poll: 1_000, touchEvery: 1_000, isStopping: () => false }
  const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended: number[] = []
  const answer = async () => {
    began.resolve()
    await gate.promise
    if (ended.push(ended.length) === 1) await store.add(added)
    return { status: 204, value: undefined } as never
  }
  const runner = new Runner(store, answer, [known], options, createTestLog().log)
  await store.open({ queues: [queueOf(known)], onAdded: () => undefined, onError: () => undefined })
  await store.add(added)
  runner.start()
  await began.promise
  const due = runner.runDue()
  setTimeout(() => gate.resolve(), 20)
  await due
  expect(ended).toEqual([0, 1])
  await runner.stop(0)
})
