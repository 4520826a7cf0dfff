import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { statements } from "../../examples/blog/tests/conformance/statements.ts"
import { root } from "../reading/workspace.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")

const mistakes = read("packages/trivet/tests/mistakes/reports.txt").split(/^## /m).slice(1)
const atBoot = mistakes.filter((report) => report.includes("the application was not started"))

/** Sentences of pages with numbers that tests know. */
const sentences: readonly (readonly [page: string, sentence: string])[] = [
  ["docs/why/promises.md", `Each of ${mistakes.length} seeded mistakes is reported with a working fix`],
  ["docs/why/promises.md", `${atBoot.length} of them at boot`],
  ["packages/trivet/README.md", `${mistakes.length} seeded mistakes of wiring and routing`],
  ["packages/trivet/README.md", `${atBoot.length} of them are reported at boot`],
  ["packages/trivet/README.md", `the other ${mistakes.length - atBoot.length} show on import`],
  ["examples/blog/README.md", `The conformance suite is ${statements.length} statements`],
]

describe("numbers in pages", () => {
  it.each(sentences)("%s: %s", (page, sentence) => {
    // Not `toContain()`, which would print the whole page.
    expect(read(page).replaceAll(/\s+/g, " ").includes(sentence)).toBe(true)
  })
})
