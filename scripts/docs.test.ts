import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { checkDocs } from "./docs.ts"
import { tree } from "./reading/tree.ts"

const readme = `# trivet

## What it is

## Use

## Guarantees

- Ports are numbers (\`src/port.test.ts\`).

## May import

## Will not do

## Files

See [the licence](../../LICENSE) and [its use](#use).
`

const sound = {
  LICENSE: "MIT",
  "tsconfig.base.json":
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "moduleDetection": "force", "allowImportingTsExtensions": true, "types": [] } }',
  "packages/trivet/package.json": '{ "name": "trivet" }',
  "packages/trivet/README.md": readme,
  "packages/trivet/src/port.test.ts": "",
}

/** The problems of the sound workspace with these files changed. */
async function problems(changes: Record<string, string> = {}): Promise<readonly string[]> {
  const folder = tree({ ...sound, ...changes })
  execFileSync("git", ["init", "--quiet"], { cwd: folder })
  const found = await checkDocs(folder)
  return found.problems
}

function withReadme(change: (text: string) => string): Record<string, string> {
  return { "packages/trivet/README.md": change(readme) }
}

describe("checkDocs", () => {
  it("accepts pages that agree with the code", async () => {
    expect(await problems()).toEqual([])
  })

  it("reports a README without one of its headings, or with two exchanged", async () => {
    expect(await problems(withReadme((text) => text.replace("## May import\n", "")))).toHaveLength(1)
    const exchanged = withReadme((text) =>
      text.replace("## May import", "## Files").replace(/## Files(?=\n\nSee)/, "## May import"),
    )
    expect(await problems(exchanged)).toEqual([expect.stringContaining("in this order")])
  })

  it("reports a page that names a test which does not exist", async () => {
    const names = (tests: string) => ({ "SECURITY.md": `A promise (\`${tests}\`).\n` })
    expect(await problems(names("packages/trivet/src/port.test.ts"))).toEqual([])
    expect(await problems(names("packages/trivet/src/{port,none}.test.ts"))).toEqual([
      "SECURITY.md:1: no such test: packages/trivet/src/none.test.ts",
    ])
  })

  it("reports a public package without a README, but not a private one", async () => {
    const other = "packages/other/package.json"
    expect(await problems({ [other]: '{ "name": "other" }' })).toEqual([
      expect.stringContaining("needs a README.md"),
    ])
    expect(await problems({ [other]: '{ "name": "other", "private": true }' })).toEqual([])
  })

  it("reports a guarantee that names no test, or one that does not exist", async () => {
    expect(await problems(withReadme((text) => text.replace("src/port.test.ts", "a test")))).toEqual([
      expect.stringContaining("README.md:9: a guarantee names the test that checks it"),
    ])
    expect(await problems(withReadme((text) => text.replace("port.test.ts", "sport.test.ts")))).toEqual([
      expect.stringContaining("README.md:9: no such test: src/sport.test.ts"),
    ])
  })

  it("reports a block that does not compile at its line in the page", async () => {
    const block = (value: string) =>
      `# Ports\n\n- one:\n\n  \`\`\`ts\n  const port: number = ${value}\n  \`\`\`\n`
    expect(await problems({ "docs/a.md": block("3000") })).toEqual([])
    expect(await problems({ "docs/a.md": block('"3000"') })).toEqual([
      expect.stringContaining("docs/a.md:6: TS2322"),
    ])
  })

  it("lets the blocks of a page import each other by the path they begin with", async () => {
    const page = (type: string) =>
      `\`\`\`ts\n// posts/post.ts\nexport const post = { id: 1 }\n\`\`\`\n\n\`\`\`ts\nimport { post } from "./posts/post.ts"\nexport const id: ${type} = post.id\n\`\`\`\n`
    expect(await problems({ "docs/guide.md": page("number") })).toEqual([])
    expect(await problems({ "docs/guide.md": page("string") })).toEqual([
      expect.stringContaining("docs/guide.md:8: TS2322"),
    ])
  })

  it("leaves a block out only for a reason", async () => {
    const block = "```ts no-check\nnot code\n```\n"
    expect(await problems({ "docs/a.md": `<!-- Shows the mistake itself. -->\n\n${block}` })).toEqual([])
    expect(await problems({ "docs/a.md": block })).toEqual([
      expect.stringContaining("docs/a.md:1: a block marked no-check"),
    ])
    expect(await problems({ "docs/a.md": `<!-- Once. -->\n${block}\n${block}` })).toHaveLength(1)
  })

  it("type-checks the examples of doc comments, at their lines", async () => {
    const source = (value: string) =>
      `export {}\n/**\n * A port.\n *\n * @example\n * \`\`\`ts\n * const port: number = ${value}\n * \`\`\`\n */\nexport const a = 1\n`
    const path = "packages/trivet/src/port.ts"
    expect(await problems({ [path]: source("1") })).toEqual([])
    expect(await problems({ [path]: source('"1"') })).toEqual([expect.stringContaining(`${path}:7: TS2322`)])
    expect(await problems({ [path]: "/** @example port() */\nexport const a = 1" })).toEqual([
      expect.stringContaining(`${path}:1: an @example needs`),
    ])
  })

  it.each([
    ["a file", "[x](missing.md)"],
    ["a heading of the same page", "[x](#missing)"],
    ["a heading of another page", "[x](../packages/trivet/README.md#missing)"],
    ["a reference", "[x]: missing.md"],
  ])("reports a broken link: %s", async (_, link) => {
    expect(await problems({ "docs/a.md": `# A\n\n${link}\n` })).toEqual([
      expect.stringContaining("docs/a.md:3: broken link to"),
    ])
  })

  it("accepts working links, and those it cannot follow", async () => {
    const links =
      "[a](../LICENSE) [b](../packages/trivet/README.md#may-import) [c](https://example.com) [d](../docs)"
    expect(await problems({ "docs/a.md": links })).toEqual([])
  })

  it.each([
    ["a folder of one machine", ["cd ", "work", "main"].join("/")],
    ["a home folder", ["", "root", ".cache"].join("/")],
    ["a registry", ["https://registry", "npmjs", "org"].join(".")],
    ["a locked address", '"resolved": '.concat('"https://example.com/a.tgz"')],
    ["a page that is not there", ["see SPEC", "md"].join(".")],
  ])("reports in any file %s", async (_, text) => {
    expect(await problems({ "scripts/a": `\n${text}\n` })).toEqual([
      expect.stringContaining("scripts/a:2: names"),
    ])
  })
})
