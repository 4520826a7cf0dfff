import { describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { fuzzCopy } from "./find-bug.ts"
import { leaks } from "./leaks.ts"
import type { PlantedLeak } from "./planted-leak.ts"
import { createPlantedCopy } from "./planted-copy.ts"
import type { ReferenceName } from "./planted-edit.ts"

// All leaks, and three runs of each original: TRIVET_LONG=1 npx vitest run packages/tool/tests/planted/leaks.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const bound = 600_000
const originals = ["blog API", "blog API with own posts", "blog site", "auth", "notebook"] as const

/** The routes on which the phase reports a leak, and how long the whole command took. */
async function search(reference: ReferenceName, leak?: PlantedLeak, seed = 1) {
  const copy = await createPlantedCopy(reference, leak)
  const began = performance.now()
  try {
    const findings = await fuzzCopy(copy, { seconds: 20, only: "leaks", seed })
    const found = findings.filter(({ kind }) => kind === "leak")
    const seconds = Math.round((performance.now() - began) / 1000)
    noteFigure("leak", `${reference}, ${leak?.kind ?? "original"}`, `${found.length} found, ${seconds} s`)
    return { found, seconds }
  } finally {
    await copy.remove()
  }
}

describe("trivet fuzz", () => {
  it(
    "finds the list of the blog whose condition was removed, and says who read what of whom",
    { timeout: bound },
    async () => {
      const { found, seconds } = await search("blog API", leaks[0])
      expect(found.map(({ route }) => route)).toEqual(["GET /my-posts"])
      expect(found[0]!.title).toMatch(/^answers `\w+` with a text that only `\w+` of another account wrote$/)
      expect(found[0]!.evidence).toMatch(
        /^1\. `\w+`: (?:POST|PUT) \/posts.*\n2\. `\w+` of another account: GET \/my-posts 200/,
      )
      expect(seconds).toBeLessThan(30)
    },
  )

  it.runIf(isLong)("finds all planted leaks", { timeout: 2 * bound }, async () => {
    const missed: string[] = []
    for (const leak of leaks) {
      const { found } = await search(leak.reference, leak)
      if (!found.some(({ route }) => route === leak.route)) missed.push(leak.what)
    }
    noteFigure("leaks", "all references", `${leaks.length - missed.length} of ${leaks.length} found`)
    expect(missed).toEqual([])
  })

  it.runIf(isLong).each(originals)(
    "finds no leak in %s, in three runs",
    { timeout: bound },
    async (reference) => {
      for (const seed of [1, 2, 3]) expect((await search(reference, undefined, seed)).found).toEqual([])
    },
  )
})
