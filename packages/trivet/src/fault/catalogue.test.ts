import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { catalogues, faultsList, faultsPage } from "../../../../scripts/faults.ts"
import type { FaultEntry } from "./catalogue.ts"

const root = join(import.meta.dirname, "../../../..")
const entries: readonly (readonly [string, FaultEntry])[] = Object.values(catalogues).flatMap((one) =>
  Object.entries(one),
)

/** In the catalogue before the code that raises them. Take a code out of this list when it is raised. */
const pending: readonly string[] = []

function raised(): Set<string> {
  const files = globSync("packages/*/src/**/*.ts", { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/fault\/catalogue\.ts$|\/src\/faults\.ts$/.test(path),
  )
  const code = files.map((path) => readFileSync(join(root, path), "utf8")).join("\n")
  return new Set(entries.map(([name]) => name).filter((name) => code.includes(`"${name}"`)))
}

/**
 * The names that the compiler asks for, found as the type of a fault's details finds them: from a brace to the next
 * closing one, unless there is a space between. So `{name}` is a detail, and `{ … }` is code that is shown.
 */
function placeholders(text: string): string[] {
  const [, name, rest = ""] = /^[^{]*\{([^}]*)\}([^]*)$/.exec(text) ?? []
  if (name === undefined) return []
  return name === "" || name.includes(" ") ? placeholders(rest) : [name, ...placeholders(rest)]
}

describe("catalogue", () => {
  it("is what docs/reference/faults.md and the tool say (node --conditions=@trivet/source scripts/faults.ts --write)", () => {
    expect(readFileSync(join(root, "docs/reference/faults.md"), "utf8")).toBe(faultsPage())
    expect(readFileSync(join(root, "packages/tool/faults.json"), "utf8")).toBe(faultsList())
  })

  it("gives each code to one fault, and every package with a file faults.ts is listed", () => {
    expect(new Set(entries.map(([code]) => code)).size).toBe(entries.length)
    const files = globSync("packages/*/src/{,scope/,engine/node/fetch-public/}faults.ts", { cwd: root })
    expect(Object.keys(catalogues)).toHaveLength(1 + files.length)
  })

  it("is documented whole", () => {
    const headings = [...faultsPage().matchAll(/^### (.+)$/gm)].map((match) => match[1])
    expect(headings).toEqual(entries.map(([code]) => code))
  })

  it("holds no code that nothing raises", () => {
    const codes = raised()
    const dead = entries.map(([code]) => code).filter((code) => !codes.has(code) && !pending.includes(code))
    expect(dead).toEqual([])
  })

  it("has no code pending that is raised, or that it does not hold", () => {
    const codes = raised()
    expect(pending.filter((code) => codes.has(code))).toEqual([])
    expect(pending.filter((code) => !entries.some(([name]) => name === code))).toEqual([])
  })

  it.each(entries)("%s has a stable name, an error's status, and texts that are sentences", (code, entry) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
    expect(entry.status ?? 500).toBeGreaterThanOrEqual(400)
    expect(entry.status ?? 500).toBeLessThan(600)
    expect(entry.message).toMatch(/^[A-Z`{][^]*\.$/)
    expect(entry.fix).toMatch(/^[A-Z`{][^]*\.$/)
  })

  it.each(entries)("%s asks for exactly the details that it fills in", (_, { message, fix }) => {
    const filled = [message, fix].flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    const asked = [message, fix].flatMap(placeholders)
    expect(new Set(asked)).toEqual(new Set(filled))
    for (const name of asked) expect(name).toMatch(/^[a-z][a-zA-Z]*$/)
  })

  it.each(entries)("%s tells clients nothing that differs from case to case", (_, entry) => {
    expect(entry.public ?? "").not.toMatch(/[{}]/)
  })
})
