import { describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { bugs } from "./bugs.ts"
import type { Finding } from "../../src/fuzz.ts"
import { findReport, fuzzCopy } from "./find-bug.ts"
import type { PlantedBug } from "./planted-bug.ts"
import { createPlantedCopy } from "./planted-copy.ts"

// All bugs, a minute each: TRIVET_LONG=1 npx vitest run packages/tool/tests/planted/bugs.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const bound = 7_200_000

/** Looks for a bug, prints what came of it, and gives the finding that reports it. */
async function find(
  bug: PlantedBug,
  options: { readonly seconds: number; readonly only?: string },
): Promise<Finding | undefined> {
  const { reference, kind } = bug
  const copy = await createPlantedCopy(reference, bug)
  try {
    const start = performance.now()
    const found = findReport(await fuzzCopy(copy, options), bug)
    const seconds = Math.round((performance.now() - start) / 1000)
    const report = found === undefined ? "not found" : `found as ${found.kind} of ${found.route}`
    noteFigure("bug", `${reference}, ${kind}`, `${report}, ${seconds} s`)
    return found
  } finally {
    await copy.remove()
  }
}

describe("trivet fuzz", () => {
  it.each([
    ["blog site", "owner check missing", "access"],
    ["auth", "guard missing on one spelling", "guarded routes"],
  ])("finds in %s, in one phase: %s", async (reference, kind, only) => {
    const bug = bugs.find((one) => one.reference === reference && one.kind === kind)
    expect(await find(bug!, { seconds: 8, only })).toBeDefined()
  })

  it.runIf(isLong).each(["blog API", "blog site", "auth"] as const)(
    "finds nothing in %s without an error, in three runs",
    { timeout: bound },
    async (reference) => {
      for (const seed of [1, 2, 3]) {
        const copy = await createPlantedCopy(reference)
        try {
          expect(await fuzzCopy(copy, { seconds: 60, seed })).toEqual([])
        } finally {
          await copy.remove()
        }
      }
    },
  )

  it.runIf(isLong)("finds at least 25 of 30 planted bugs", { timeout: bound }, async () => {
    const missed: string[] = []
    for (const bug of bugs) if ((await find(bug, { seconds: 60 })) === undefined) missed.push(bug.what)
    noteFigure("bugs", "all references", `${bugs.length - missed.length} of ${bugs.length} found`)
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(5)
  })
})
