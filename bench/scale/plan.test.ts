import { describe, expect, it } from "vitest"
import type { Cost } from "./cost.ts"
import { mix } from "./mix.ts"
import { coresFor, fleetTable, priceTable } from "./plan.ts"

const costs: readonly Cost[] = Object.keys(mix).map((name) => ({
  name,
  title: name,
  micros: { process: 60, PostgreSQL: 30, Redis: 6 },
}))

describe("the plan", () => {
  it("is made for traffic whose shares add up to all of it", () => {
    expect(Object.values(mix).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  })

  it("turns microseconds into cores, with room to spare", () => {
    const cores = coresFor(10_000, costs, mix)
    expect(cores.map((each) => Math.round(each * 100) / 100)).toEqual([1, 0.5, 0.1])
  })

  it("has a row for each load, with and without the list", () => {
    const rows = fleetTable(costs).split("\n").slice(2)
    expect(rows).toHaveLength(8)
    expect(rows[3]).toMatch(/^\| 1,000,000\/s +\| +100 \| +50 \| +10 \| +7 \|$/)
    expect(rows[7]).toMatch(/list from a CDN +\| +20 \| +10 \| +2.0 \| +2 \|$/)
  })

  it("prices a million calls by the seconds of a core, with room to spare", () => {
    // 60 s of CPU are 100 s of a core: 100 / 3,600 of $0.04.
    expect(priceTable(costs).split("\n").at(-1)).toMatch(
      /^\| the mix .* \| +0\.0011 \| +0\.0017 \| +0\.00033 \| +0\.0031 \|$/,
    )
  })
})
