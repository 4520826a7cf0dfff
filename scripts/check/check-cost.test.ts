import { expect, it } from "vitest"
import { checkCost } from "./check-cost.ts"

it("fails if the check has become dear, and allows a slower machine more", () => {
  expect(checkCost(1_000, 40)).toMatchObject({ ok: true, note: "1000 of 3600 s of CPU" })
  expect(checkCost(3_601, 40).ok).toBe(false)
  expect(checkCost(3_601, 40).output).toContain("TRIVET_LONG")
  expect(checkCost(3_601, 20).ok).toBe(false)
  expect(checkCost(6_000, 80)).toMatchObject({ ok: true, note: "6000 of 7200 s of CPU" })
})

it("measures both by itself", () => {
  expect(checkCost().ok).toBe(true)
})
