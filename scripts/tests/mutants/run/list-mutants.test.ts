import { describe, expect, it } from "vitest"
import { describeAreas, type ListedMutant, listMutants, shortSample } from "./list-mutants.ts"

function area(name: string, count: number): ListedMutant[] {
  return Array.from({ length: count }, (_, at) => ({
    area: name,
    file: `${name}.ts`,
    search: String(at),
    replace: "",
    tests: ["a.test.ts"],
    why: "It matters.",
  }))
}

const countsOf = (sample: readonly ListedMutant[]) =>
  Object.fromEntries([...Map.groupBy(sample, (one) => one.area)].map(([name, { length }]) => [name, length]))

describe("describeAreas", () => {
  it("counts the mutants of each area on one line", () => {
    expect(describeAreas([...area("a", 3), ...area("b", 1)])).toBe("areas: a 3, b 1")
  })
})

describe("shortSample", () => {
  it("takes one of every area, and further ones in proportion to the sizes", () => {
    const listed = [...area("a", 40), ...area("b", 20), ...area("c", 2), ...area("d", 1)]
    expect(countsOf(shortSample(listed, 11))).toEqual({ a: 6, b: 3, c: 1, d: 1 })
    expect(countsOf(shortSample(listed, 2))).toEqual({ a: 1, b: 1, c: 1, d: 1 })
    expect(shortSample(listed, 100)).toEqual(listed)
  })

  it("takes the same ones in every run; a new mutant displaces one at most", () => {
    const listed = [...area("a", 30), ...area("b", 30)]
    const before = shortSample(listed, 10)
    expect(shortSample(listed.toReversed(), 10).toReversed()).toEqual(before)
    for (const [added] of Array.from({ length: 20 }, (_, at) => area(`a${at}`, 1))) {
      const after = shortSample([{ ...added!, area: "a" }, ...listed], 10)
      expect(before.filter((one) => !after.includes(one)).length).toBeLessThanOrEqual(1)
      expect(after).toHaveLength(10)
    }
  })

  it("takes none that is slow", () => {
    const slow = area("b", 4).map((one) => ({ ...one, slow: true as const }))
    expect(countsOf(shortSample([...area("a", 4), ...slow], 6))).toEqual({ a: 4 })
  })

  it("reaches every area of this repository", async () => {
    const listed = (await listMutants()).filter(({ slow }) => slow !== true)
    const areas = new Set(listed.map((one) => one.area))
    expect(areas.size).toBeGreaterThan(4)
    expect(Object.keys(countsOf(shortSample(listed, 1)))).toHaveLength(areas.size)
  })
})
