import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { measuredCommit } from "./measured-commit.ts"
import { findResult } from "./result.ts"
import { figureOf, type NewCase, saveResult, versionsOf } from "./save-result.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-bench-results-"))
  vi.spyOn(console, "log").mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const caseWith = (name: string, ...values: readonly number[]): NewCase => ({
  name,
  title: `case ${name}`,
  measures: [{ unit: "ms", digits: 1, series: [figureOf("trivet", values, 1)] }],
})
const save = (args: readonly string[], ...cases: readonly NewCase[]) =>
  saveResult("http", { script: "bench:http", args, versions: versionsOf("node") }, cases, folder)

describe("saveResult", () => {
  it("writes the command, the day, the commit, the versions and the figures", () => {
    save(["--rounds", "3", "--save"], caseWith("a", 1, 2, 4))
    const [one] = findResult("http", folder)!.cases
    expect(one).toMatchObject({
      command: "npm run bench:http -- --rounds 3",
      versions: { node: process.versions.node },
      measures: [{ series: [{ name: "trivet", middle: 2, low: 1.5, high: 3 }] }],
    })
    expect(one!.commit).toBe(measuredCommit())
    expect(one!.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(one!.system).toMatch(/^\d+ cores, \w+ \w+$/)
  })

  it("keeps the cases that a run did not measure, with their own command", () => {
    save(["--save"], caseWith("a", 1), caseWith("b", 2))
    save(["--cases", "b,c", "--save"], caseWith("b", 3), caseWith("c", 4))
    const cases = findResult("http", folder)!.cases
    expect(
      cases.map(({ name, command, measures }) => [name, command, measures[0]!.series[0]!.middle]),
    ).toEqual([
      ["a", "npm run bench:http", 1],
      ["b", "npm run bench:http -- --cases b,c", 3],
      ["c", "npm run bench:http -- --cases b,c", 4],
    ])
  })
})
