import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { framingCases } from "./framing/framing-cases.ts"

const root = join(import.meta.dirname, "../../../..")
const page = readFileSync(join(root, "docs/run/attacks.md"), "utf8")

/** The files of the tests, by the labels of their links. */
const files = new Map(
  [...page.matchAll(/^\[([\w-]+)\]: \.\.\/\.\.\/(\S+\.test\.ts)$/gm)].map((match) => [match[1]!, match[2]!]),
)

/** The labels in the last column of each row. Tables about other runtimes have none. */
const rows = page
  .split("\n")
  .filter((line) => /^\| \d+ .*\[[\w-]+\] +\|$/.test(line))
  .map((line) => ({
    number: Number(/\d+/.exec(line)![0]),
    labels: [...line.matchAll(/\[([\w-]+)\]/g)].map((match) => match[1]!),
  }))

describe("docs/run/attacks.md", () => {
  it("has every attack from 1 to 98, once", () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 98 }, (_, at) => at + 1))
  })

  it("names tests that exist", () => {
    const labels = rows.flatMap((row) => row.labels)
    expect(labels.filter((label) => !files.has(label))).toEqual([])
    expect([...files.values()].filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it("is held by cases of every kind of framing that is one message and its reply", () => {
    const lines = new Set(framingCases.map(({ line }) => line))
    // Pipelining and cut packets are no single message.
    expect([...lines]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20])
    expect(framingCases.length).toBeGreaterThan(130)
  })
})
