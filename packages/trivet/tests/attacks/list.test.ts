import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { framingCases } from "./framing/framing-cases.ts"

const root = join(import.meta.dirname, "../../../..")
const page = readFileSync(join(root, "docs/run/attacks.md"), "utf8")
const rows = page.split("\n").filter((line) => /^\| \d+ /.test(line) && line.includes(".test.ts`"))

describe("docs/run/attacks.md", () => {
  it("has every attack from 1 to 98, once", () => {
    const numbers = rows.map((row) => Number(/\d+/.exec(row)![0]))
    expect(numbers).toEqual(Array.from({ length: 98 }, (_, at) => at + 1))
  })

  it("names tests that exist", () => {
    const files = new Set([...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map((match) => match[1]!))
    expect(files.size).toBeGreaterThan(25)
    expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it("is held by cases of every kind of framing that is one message and its reply", () => {
    const lines = new Set(framingCases.map(({ line }) => line))
    // Pipelining and cut packets are no single message.
    expect([...lines]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20])
    expect(framingCases.length).toBeGreaterThan(130)
  })
})
