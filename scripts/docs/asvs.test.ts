import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../reading/workspace.ts"

const page = readFileSync(join(root, "docs/run/asvs.md"), "utf8")

/** The files that the page names, by the labels of their links. */
const files = new Map(
  [...page.matchAll(/^\[([\w-]+)\]: \.\.\/\.\.\/(\S+)$/gm)].map((match) => [match[1]!, match[2]!]),
)

const rows = page
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [number = "", asks = "", state = "", reason = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
    const labels = [...reason.matchAll(/\[([\w-]+)\](?!\()/g)].map((match) => match[1]!)
    return { number, asks, state, reason, labels }
  })

/** How many requirements of levels 1 and 2 each section of the standard has. They come first in their section. */
const sections: readonly (readonly [section: string, count: number])[] = [
  ["6.1", 3],
  ["6.2", 12],
  ["6.3", 4],
  ["6.4", 4],
  ["6.5", 5],
  ["6.6", 3],
  ["6.8", 4],
  ["7.1", 3],
  ["7.2", 4],
  ["7.3", 2],
  ["7.4", 5],
  ["7.5", 2],
  ["7.6", 2],
  ["9.1", 3],
  ["9.2", 4],
  ["10.1", 2],
  ["10.2", 2],
  ["10.3", 4],
  ["10.4", 11],
  ["10.5", 5],
  ["10.6", 2],
  ["10.7", 3],
]

describe("docs/run/asvs.md", () => {
  it("has each requirement of levels 1 and 2 once, and in order", () => {
    const numbers = sections.flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
    )
    expect(rows.map(({ number }) => number)).toEqual(numbers)
  })

  it("names files that exist, each of them in a row", () => {
    expect([...files.values()].filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(new Set(rows.flatMap(({ labels }) => labels))).toEqual(new Set(files.keys()))
  })

  it("names a test in each row that is shown or partly shown, and gives a reason in the others", () => {
    for (const { number, asks, state, reason, labels } of rows) {
      expect([number, asks === "" || reason === ""]).toEqual([number, false])
      expect(asks.split(" ").length, number).toBeLessThanOrEqual(10)
      if (["shown", "partly"].includes(state)) expect(labels, number).not.toEqual([])
      else expect(["not yet", "application", "does not apply"], number).toContain(state)
    }
  })

  it("quotes titles that the files of their row have", () => {
    const quotes = rows.flatMap(({ number, reason, labels }) => {
      const texts = labels.map((label) => readFileSync(join(root, files.get(label)!), "utf8"))
      const titles = [...reason.matchAll(/"([^"]+)"/g)].map((match) => match[1]!)
      return titles.map((title) => ({ number, title, found: texts.some((text) => text.includes(title)) }))
    })
    expect(quotes.length).toBeGreaterThan(80)
    expect(quotes.filter(({ found }) => !found)).toEqual([])
  })

  it("counts its rows", () => {
    const counted = [...page.matchAll(/^\| ([a-z ]+?) +\| +(\d+) +\|/gm)].map(
      (match) => [match[1]!, Number(match[2])] as const,
    )
    expect(counted).toEqual(
      counted.map(([state]) => [state, rows.filter((row) => row.state === state).length]),
    )
    expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(rows.length)
  })
})
