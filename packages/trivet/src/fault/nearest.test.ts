import { describe, expect, it } from "vitest"
import { findNearest } from "./nearest.ts"

describe("findNearest", () => {
  it("finds what one slip of the fingers makes", () => {
    const names = ["list", "publish", "show"]
    for (const typed of ["lst", "lisst", "lizt", "lsit"]) expect(findNearest(typed, names)).toBe("list")
    expect(findNearest("pubilsh", names)).toBe("publish")
  })

  it("finds nothing where nothing is near", () => {
    expect(findNearest("xyz", ["list", "show"])).toBeUndefined()
    expect(findNearest("", ["list"])).toBeUndefined()
    expect(findNearest("list", [])).toBeUndefined()
  })
})
