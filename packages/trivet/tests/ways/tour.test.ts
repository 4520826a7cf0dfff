import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../../../..")
const source = join(root, "packages/trivet/src")
const page = readFileSync(join(root, "TOUR.md"), "utf8")
const stops = [...page.matchAll(/^\d+\. `([^`]+)` \((\d+) lines\)/gm)].map(([, file, lines]) => ({
  file: file!,
  said: Number(lines),
}))

describe("TOUR.md", () => {
  it("has twelve files of about 1,500 lines", () => {
    expect(stops).toHaveLength(12)
    const all = stops.reduce((sum, { said }) => sum + said, 0)
    expect(Math.abs(all - 1_500)).toBeLessThan(100)
  })

  it.each(stops)("$file has about $said lines", ({ file, said }) => {
    const lines = readFileSync(join(source, file), "utf8").trimEnd().split("\n").length
    expect(Math.abs(lines - said)).toBeLessThanOrEqual(10)
  })

  it("names only files and folders that exist", () => {
    const named = [...page.matchAll(/`((?:[\w-]+\/)+[\w.-]+)`/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(45)
    const missing = named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(source, path)))
    expect(missing).toEqual([])
  })
})
