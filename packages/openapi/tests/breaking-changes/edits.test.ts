import { describe, expect, it } from "vitest"
import { compareDocuments } from "../../../tool/src/diff/compare-documents.ts"
import { documentOf } from "./document-of.ts"
import { edits, today } from "./edits.ts"

describe("trivet diff", () => {
  it("is shown with at least 122 edits, of which many are safe", () => {
    expect(edits.length).toBeGreaterThanOrEqual(122)
    expect(edits.filter(({ verdict }) => verdict === "safe").length).toBeGreaterThan(25)
    expect(new Set(edits.map(({ name }) => name)).size).toBe(edits.length)
  })

  it.each(edits.map((edit) => [edit.verdict, edit.name, edit] as const))(
    "calls it %s: %s",
    async (...row) => {
      const { before, after, verdict, place, options } = row[2]
      const changes = compareDocuments(await documentOf(before), await documentOf(after, options), today)
      const isBreaking = changes.some((change) => change.verdict === "breaking")
      const found = changes.length === 0 ? "none" : isBreaking ? "breaking" : "safe"
      expect(found, JSON.stringify(changes, null, 1)).toBe(verdict)
      if (verdict === "none") return
      const at = changes.filter((change) => change.verdict === verdict).map((change) => change.place)
      expect(at).toContain(place)
      for (const change of changes) {
        expect(change.why).toMatch(/\w/)
        expect(change.fix !== undefined).toBe(change.verdict === "breaking")
      }
    },
  )
})
