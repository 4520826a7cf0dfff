import { TestClock } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { cron } from "../job.ts"
import type { JobSettings } from "../job-settings.ts"
import { queueOf } from "../known-jobs.ts"
import { MemoryJobStore } from "../store/memory-job-store.ts"
import { Scheduler } from "./scheduler.ts"

/** A process with a job each hour, at half past eleven, and what it added since the last look. */
async function start() {
  const clock = new TestClock(Date.parse("2026-06-01T11:30Z"))
  const store = new MemoryJobStore(clock)
  const { job: settings } = cron("0 * * * *", "hourly", () => undefined) as unknown as { job: JobSettings }
  const known = { name: "hourly", settings, payload: undefined }
  await store.open({ queues: [queueOf(known)], onAdded: () => undefined, onError: () => undefined })
  const scheduler = new Scheduler(store, clock, [known])
  const added = async () => {
    await scheduler.addDue()
    return (await store.take("hourly", 10)).length
  }
  return { clock, added }
}

describe("a schedule after the clock was ahead", () => {
  it("runs again as soon as the clock is right", async () => {
    const { clock, added } = await start()
    clock.shift({ days: 30 })
    expect(await added()).toBe(1)
    clock.shift({ days: -30 })
    expect(await added()).toBe(0)
    clock.advance({ minutes: 30 })
    expect(await added()).toBe(1)
    clock.advance({ minutes: 59 })
    expect(await added()).toBe(0)
    clock.advance({ minutes: 1 })
    expect(await added()).toBe(1)
  })

  it("runs no occurrence twice", async () => {
    const { clock, added } = await start()
    clock.advance({ minutes: 31 })
    expect(await added()).toBe(1)
    clock.shift({ minutes: -5 })
    expect(await added()).toBe(0)
    clock.advance({ minutes: 6 })
    expect(await added()).toBe(0)
    clock.advance({ minutes: 60 })
    expect(await added()).toBe(1)
  })
})
