import { TestClock } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { MemoryJobStore } from "./memory-job-store.ts"
import { jobStoreCases } from "../../tests/stores/cases/job-store-cases.ts"

const clock = new TestClock()

describe("MemoryJobStore", () => {
  const cases = jobStoreCases({
    make: () => new MemoryJobStore(clock),
    pass: (seconds) => clock.advance({ seconds }),
  })
  it.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
