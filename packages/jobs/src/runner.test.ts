import { createTestLog } from "trivet/testing"
import { expect, it } from "vitest"
import { job } from "./job.ts"
import { queueOf } from "./known-jobs.ts"
import { MemoryJobStore } from "./memory-job-store.ts"
import { Runner } from "./runner.ts"

/** A store that gives jobs out when it is told to. */
class HeldStore extends MemoryJobStore {
  readonly gate = Promise.withResolvers<void>()

  override async take(...given: Parameters<MemoryJobStore["take"]>) {
    await this.gate.promise
    return super.take(...given)
  }
}

it("hands back a job that was being taken when it stopped", async () => {
  const store = new HeldStore()
  const known = { name: "a", settings: job("a", { retry: 0 }).job, payload: undefined }
  await store.open({ queues: [queueOf(known)], onAdded: () => undefined, onError: () => undefined })
  const id = await store.add({ queue: "a", data: null, delay: 0, key: undefined, id: undefined })
  const options = { concurrency: 1, poll: 1_000, touchEvery: 1_000 }
  const runner = new Runner(store, () => new Promise(() => undefined), [known], options, createTestLog().log)
  runner.start()
  const stopped = runner.stop(200)
  store.gate.resolve()
  await stopped
  expect(await store.find(id!)).toMatchObject({ state: "waiting" })
})
