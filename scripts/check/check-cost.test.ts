import { expect, it } from "vitest"
import { checkCost } from "./check-cost.ts"

it("fails if the check has become dear, and allows a slower machine more", () => {
  expect(checkCost(1_000, 40)).toMatchObject({ ok: true, note: "1000 of 2600 s of CPU" })
  expect(checkCost(2_601, 40).ok).toBe(false)
  expect(checkCost(2_601, 40).output).toContain("TRIVET_LONG")
  expect(checkCost(2_601, 20).ok).toBe(false)
  expect(checkCost(5_000, 80)).toMatchObject({ ok: true, note: "5000 of 5200 s of CPU" })
})

it("measures both by itself", () => {
  expect(checkCost().ok).toBe(true)
})
