import { describe, expect, it } from "vitest"
import { intervalOf } from "./interval.ts"

describe("intervalOf", () => {
  it("has the geometric mean in its middle, and widens with the spread", () => {
    const narrow = intervalOf([1, 1.01, 0.99, 1, 1.01, 0.99])
    const wide = intervalOf([1, 1.2, 0.8, 1, 1.2, 0.8])
    expect(intervalOf([0.5, 2, 0.5, 2]).middle).toBeCloseTo(1)
    expect(narrow.high - narrow.low).toBeLessThan(wide.high - wide.low)
    expect(narrow.low).toBeLessThan(narrow.middle)
  })

  it("agrees with a table of Student's distribution", () => {
    // Logarithms 0 and 0.2 twice: mean 0.1, standard error 0.0577, t 3.18.
    const { low, high } = intervalOf([1, Math.exp(0.2), 1, Math.exp(0.2)])
    expect(Math.log(low)).toBeCloseTo(0.1 - 3.18 * 0.05774, 3)
    expect(Math.log(high)).toBeCloseTo(0.1 + 3.18 * 0.05774, 3)
  })
})
