import { describe, expect, it } from "vitest"
import { parseOptions } from "./options.ts"
import { tableOf } from "./report.ts"

const sample = (cpu: number) => [{ cpu, perSecond: 1, others: 0 }]

describe("the figures of bench:http", () => {
  it("have the shares of both baselines, which are measured whatever servers are named", () => {
    expect(parseOptions(["--servers", "trivet"]).servers).toEqual(["bare", "bare-optimized", "trivet"])
    const samples = new Map([
      ["bare", sample(20)],
      ["bare-optimized", sample(16)],
      ["trivet", sample(32)],
    ])
    const row = tableOf(samples, true)
      .split("\n")
      .find((line) => line.includes("trivet"))
    expect(row).toMatch(/ 32\.00 \| +0\.625 \| .* \| +0\.500 \| /)
  })

  it("have one share where there is one baseline", () => {
    expect(tableOf(new Map([["bare", sample(20)]]), true)).not.toContain("optimized")
  })
})
