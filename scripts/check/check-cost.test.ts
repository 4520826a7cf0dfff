import { expect, it } from "vitest"
import { checkCost, samplePace } from "./check-cost.ts"
import { cpuSeconds } from "./cpu-seconds.ts"

it("fails if the check has become dear, and allows a slower machine more", () => {
  expect(checkCost(1_000, 60)).toMatchObject({
    ok: true,
    note: "1000 of 2600 s of CPU, at a pace of 60.0 ms",
  })
  expect(checkCost(2_601, 60).ok).toBe(false)
  expect(checkCost(2_601, 60).output).toContain("TRIVET_LONG")
  expect(checkCost(2_601, 20).ok).toBe(false)
  expect(checkCost(5_000, 120)).toMatchObject({
    ok: true,
    note: "5000 of 5200 s of CPU, at a pace of 120.0 ms",
  })
})

it("measures both by itself", () => {
  const pace = samplePace()()
  expect(pace).toBeGreaterThan(1)
  expect(checkCost(cpuSeconds(), pace).ok).toBe(true)
})
