import { describe, expect, it } from "vitest"
import { commentWordProblems } from "./comment-words.ts"

const file = "packages/trivet/src/app/app.ts"

describe("commentWordProblems", () => {
  it.each([
    "// Nobody listens any more.",
    "/** Whoever asks gets a reply. */",
    " * It tells of each request.",
    "const a = 1 // closed for good",
  ])("reports %j", (line) => {
    expect(commentWordProblems(file, `\n${line}\n`)).toEqual([
      expect.stringMatching(/^packages\/trivet\/src\/app\/app\.ts:2: ".+" in a comment: write .+/),
    ])
  })

  it.each([
    'throw new Error("nobody")',
    " * ```ts\n * // nobody\n * ```",
    "// A good reason for it.",
    "/** The client is gone: cancel the body. */",
  ])("accepts %j", (text) => {
    expect(commentWordProblems(file, text)).toEqual([])
  })

  it("leaves tests and pages alone", () => {
    for (const path of ["packages/trivet/src/app/app.test.ts", "docs/learn/app.md"])
      expect(commentWordProblems(path, "// Nobody.")).toEqual([])
  })
})
