import { describe, expect, it } from "vitest"
import { intervalOf } from "./interval.ts"

const near = Array.from({ length: 20 }, (_, at) => 0.99 + at / 1000)

describe("intervalOf", () => {
  it("has the middle of the ratios in its middle, and widens with their spread", () => {
    const far = near.map((ratio) => 1 + (ratio - 1) * 20)
    expect(intervalOf(near).middle).toBeCloseTo(0.9995, 3)
    expect(intervalOf(far).high - intervalOf(far).low).toBeGreaterThan(0.05)
    expect(intervalOf(near).high - intervalOf(near).low).toBeLessThan(0.01)
  })

  it("agrees with a table of the signed-rank test", () => {
    // With 20 values and 5 %, the table has 52: the bounds are the 53rd mean from each end.
    const means = near
      .flatMap((one, at) => near.slice(at).map((other) => Math.sqrt(one * other)))
      .toSorted((one, other) => one - other)
    const { low, high } = intervalOf(near)
    expect(low).toBeCloseTo(means[52]!, 3)
    expect(high).toBeCloseTo(means.at(-53)!, 3)
  })

  it("hardly follows a ratio that the machine spoiled", () => {
    const { middle, high } = intervalOf([...near, 3, 3])
    expect(middle).toBeLessThan(1.003)
    expect(high).toBeLessThan(1.02)
  })

  it("finds a difference of three hundredths", () => {
    expect(intervalOf(near.map((ratio) => ratio * 1.03)).low).toBeGreaterThan(1.02)
  })
})
