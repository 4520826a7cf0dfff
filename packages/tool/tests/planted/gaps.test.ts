import { describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { findGap } from "./find-gap.ts"
import { gaps } from "./gaps.ts"
import { createPlantedCopy } from "./planted-copy.ts"
import type { PlantedEdit } from "./planted-edit.ts"

// All gaps take some minutes: TRIVET_LONG=1 npx vitest run packages/tool/tests/planted/gaps.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
// In the short form one reference as it is, and one gap for each finder.
const whole = isLong ? [...new Set(gaps.map(({ reference }) => reference))] : (["auth"] as const)
const short = [
  "guard removed from a group",
  "new route without a guard",
  "wrong guard",
  "owner check removed",
]
const tried = isLong ? gaps : short.map((kind) => gaps.findLast((gap) => gap.kind === kind)!)

describe("access gaps", () => {
  it.each(whole)("are not found in %s as it is", async (reference) => {
    const copy = await createPlantedCopy(reference)
    try {
      expect(await findGap(copy)).toBeUndefined()
    } finally {
      await copy.remove()
    }
  })

  it.each(tried.map((gap) => [gap.reference, gap.what, gap] as const))(
    "are found in %s: %s",
    async (reference, what, gap: PlantedEdit) => {
      const copy = await createPlantedCopy(reference, gap)
      try {
        const found = await findGap(copy)
        const report = found?.report.split("\n", 2).join(" ") ?? ""
        noteFigure("access gap", `${reference}, ${gap.kind}`, `${found?.finder ?? "not found"} ${report}`)
        expect(found, what).toBeDefined()
      } finally {
        await copy.remove()
      }
    },
  )
})
