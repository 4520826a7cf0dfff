import { describe, expect, it } from "vitest"
import { layOutTable } from "./table.ts"
import { widthOf } from "./text-width.ts"

const wide = { columns: undefined, colors: false }

describe("layOutTable", () => {
  it("puts columns under their headings", () => {
    expect(
      layOutTable(
        ["id", "title"],
        [
          ["1", "One"],
          ["22", "Two"],
        ],
        wide,
      ),
    ).toBe("ID  TITLE\n1   One\n22  Two\n")
  })

  it("cuts the widest columns where the terminal is narrow, and never below 8", () => {
    const rows = [["7", "a".repeat(60), "b".repeat(30)]]
    const lines = layOutTable(["id", "long", "less"], rows, { columns: 40, colors: false }).split("\n")
    expect(lines[1]).toBe(`7   ${"a".repeat(16)}…  ${"b".repeat(16)}…`)
    expect(layOutTable(["a", "b"], [["x".repeat(20), "y".repeat(20)]], { columns: 5, colors: false })).toBe(
      "A         B\nxxxxxxx…  yyyyyyy…\n",
    )
  })

  it("counts columns of the terminal, not characters", () => {
    const rows = [
      ["日本", "1"],
      ["e\u0301", "2"],
      ["👩‍👩‍👧", "3"],
      ["abc", "4"],
    ]
    const lines = layOutTable(["name", "n"], rows, wide).split("\n").slice(1, -1)
    for (const line of lines) expect(widthOf(line)).toBe(7)
    expect(layOutTable(["n"], [["日本語日本語"]], { columns: 9, colors: false })).toBe("N\n日本語日…\n")
  })

  it("bears a very long list", () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => [String(at)])
    expect(layOutTable(["n"], rows, wide).split("\n")).toHaveLength(200_002)
  })
})
