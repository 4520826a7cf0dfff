import { describe, expect, it } from "vitest"
import { type Metric, Metrics } from "./metrics.ts"

const measure = (name: string): Metric => ({
  name,
  description: "A number.",
  unit: "{thing}",
  type: "gauge",
  read: () => [{ value: 1, attributes: {} }],
})

describe("Metrics", () => {
  it("gives all measures to who observes them, also those that are added later", () => {
    const measures = new Metrics()
    const [one, two, three] = ["one", "two", "three"].map(measure) as [Metric, Metric, Metric]
    const remove = measures.add(one, two)
    expect(measures.observed).toBe(false)
    const all = measures.observe()
    expect(measures.observed).toBe(true)
    measures.add(three)
    expect(all()).toEqual([one, two, three])
    remove()
    expect(all()).toEqual([three])
  })
})
