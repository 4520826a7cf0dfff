import { describe, expect, it } from "vitest"
import { bugs } from "./bugs.ts"
import { gaps } from "./gaps.ts"
import { leaks } from "./leaks.ts"
import { findProblem } from "./planted-edit.ts"

describe.each([
  ["bugs", bugs, 3],
  ["access gaps", gaps, 5],
] as const)("the planted %s", (_, edits, references) => {
  it("are 30, of all references, and differ", () => {
    expect(edits).toHaveLength(30)
    expect(new Set(edits.map(({ reference }) => reference)).size).toBe(references)
    expect(new Set(edits.map(({ what }) => what)).size).toBe(30)
  })

  it("can be planted: each searched text occurs exactly once, and the file still loads", () => {
    expect(edits.map(findProblem).filter((problem) => problem !== undefined)).toEqual([])
  })
})

describe("the planted leaks", () => {
  it("are of all kinds, and differ", () => {
    expect([...new Set(leaks.map(({ kind }) => kind))].toSorted()).toEqual([
      "address",
      "after a role change",
      "after sharing ends",
      "cache",
      "count",
      "error text",
      "export",
      "file",
      "header",
      "job",
      "list",
      "log",
      "mail",
      "organisation",
      "saved draft",
      "search",
      "socket",
      "stream",
    ])
    expect(leaks).toHaveLength(36)
    expect(new Set(leaks.map(({ what }) => what)).size).toBe(36)
  })

  it("can be planted: each searched text occurs exactly once, and the file still loads", () => {
    expect(leaks.map(findProblem).filter((problem) => problem !== undefined)).toEqual([])
  })
})
