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
