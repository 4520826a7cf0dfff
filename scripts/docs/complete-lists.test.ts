import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../reading/workspace.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const found = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()

describe("lists in the pages", () => {
  it("name every decision", () => {
    const page = read("docs/why/decisions.md")
    expect(found("decisions/*.md").filter((path) => !page.includes(`](../../${path})`))).toEqual([])
  })

  it("name every package that says what it will not do", () => {
    const page = read("docs/why/will-not-do.md")
    const packages = found("packages/*/README.md")
      .filter((path) => read(path).includes("\n## Will not do\n"))
      .map((path) => path.replace("/README.md", ""))
    expect(packages).not.toHaveLength(0)
    expect(packages.filter((path) => !page.includes(`](../../${path}#will-not-do)`))).toEqual([])
  })
})
