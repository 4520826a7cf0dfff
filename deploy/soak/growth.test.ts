import { describe, expect, it } from "vitest"
import { growth } from "./growth.ts"

const series = (at: (index: number) => number) => Array.from({ length: 60 }, (_, index) => at(index))

describe("growth", () => {
  it("is 0 for what is level, also after a steep beginning", () => {
    expect(growth(series(() => 40))).toBe(0)
    expect(growth(series((index) => Math.min(index, 20)))).toBe(0)
  })

  it("is what a third of the time adds, whatever single points do", () => {
    expect(growth(series((index) => index * 2))).toBe(40)
    expect(growth(series((index) => (index % 10 === 0 ? 1_000 : index)))).toBe(20)
  })

  it("is negative for what shrinks", () => {
    expect(growth(series((index) => -index))).toBe(-20)
  })
})
