import { describe, expect, it } from "vitest"
import { type Cost, findFasterGrowth, stepsOf } from "./growth.ts"

const sizes = [0, 100, 1000, 3000]
const costsOf = (instantiations: (n: number) => number, memory: (n: number) => number): Cost[] =>
  sizes.map((n) => ({ routeCount: n, instantiations: instantiations(n), memory: memory(n) }))

const linear = (n: number) => 50_000 + 40 * n

describe("findFasterGrowth", () => {
  it("accepts a cost in proportion to the routes, whatever an empty application costs", () => {
    expect(findFasterGrowth(stepsOf(costsOf(linear, linear)))).toEqual([])
  })

  it("accepts a cost that is paid once, with the first routes", () => {
    const once = (n: number) => linear(n) + (n > 0 ? 5000 : 0)
    expect(findFasterGrowth(stepsOf(costsOf(once, once)))).toEqual([])
  })

  it("finds a part that grows with the square of the routes, even a small one", () => {
    const square = (n: number) => linear(n) + 0.002 * n * n
    const found = findFasterGrowth(stepsOf(costsOf(square, linear)))
    expect(found).toEqual([
      "from 100 to 1000 routes a route costs 42.2 instantiations, from 0 to 100 it cost 40.2",
      "from 1000 to 3000 routes a route costs 48.0 instantiations, from 100 to 1000 it cost 42.2",
    ])
  })

  it("judges memory too, beyond what the collector moves", () => {
    const logarithm = (n: number) => linear(n) + 20 * n * Math.log2(n + 1)
    expect(findFasterGrowth(stepsOf(costsOf(linear, logarithm)))).not.toEqual([])
    const shaken = (n: number) => linear(n) * (n === 3000 ? 1.02 : 1)
    expect(findFasterGrowth(stepsOf(costsOf(linear, shaken)))).toEqual([])
  })
})
