import { describe, expect, it } from "vitest"
import { bugs } from "./bugs.ts"
import { findProblem } from "./planted-edit.ts"

describe("the planted edits", () => {
  it("are 30 bugs, of all references", () => {
    expect(bugs).toHaveLength(30)
    expect(new Set(bugs.map(({ reference }) => reference)).size).toBe(3)
  })

  it("can all be planted: each searched text occurs exactly once, and the file still loads", () => {
    expect(bugs.map(findProblem).filter((problem) => problem !== undefined)).toEqual([])
  })
})
