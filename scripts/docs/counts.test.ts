import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { statements } from "../../examples/blog/tests/conformance/statements.ts"
import { badAddresses, badLines } from "../../packages/mail/tests/attacks/addresses.ts"
import { adminSpellings } from "../../packages/tool/src/fuzz/input/admin-spellings.ts"
import { xssStrings } from "../../packages/tool/src/fuzz/input/xss-strings.ts"
import { framingCases } from "../../packages/trivet/tests/attacks/framing/framing-cases.ts"
import { waysOut } from "../../packages/trivet/tests/attacks/ways-out.ts"
import { root } from "../reading/workspace.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")

const mistakes = read("packages/trivet/tests/mistakes/reports.txt").split(/^## /m).slice(1)
const withFix = mistakes.filter((report) => report.includes("fix: "))
const atBoot = mistakes.filter((report) => report.includes("the application was not started"))

/** Sentences of pages with numbers that tests know. */
const sentences: readonly (readonly [page: string, sentence: string])[] = [
  [
    "docs/run/guarantees.md",
    `Of ${mistakes.length} seeded mistakes, ${withFix.length} are reported with a working fix`,
  ],
  ["docs/run/guarantees.md", `${atBoot.length} of them at boot`],
  ["docs/run/guarantees.md", `No spelling of a path, of ${adminSpellings.length},`],
  [
    "docs/run/guarantees.md",
    `${Object.keys(badAddresses).length} addresses, ${Object.keys(badLines).length} lines`,
  ],
  ["docs/run/guarantees.md", `${framingCases.length} messages`],
  ["docs/run/guarantees.md", `${xssStrings.length} strings`],
  ["docs/run/guarantees.md", `${waysOut.length} paths`],
  [
    "packages/trivet/README.md",
    `Of ${mistakes.length} seeded mistakes of wiring and routing, ${withFix.length} are reported with a working fix`,
  ],
  ["packages/trivet/README.md", `${xssStrings.length} strings that would run code`],
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
