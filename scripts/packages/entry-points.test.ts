import { describe, expect, it } from "vitest"
import { checkEntryPoints } from "./entry-points.ts"
import { tree } from "../reading/tree.ts"

function entry(name: string) {
  return { "@trivet/source": `./src/${name}.ts`, types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}

const exports = { ".": entry("index"), "./node": entry("node") }

const sound = {
  "docs/learn/faults.md": '```ts\nimport { Fault, type FaultCode } from "trivet"\n```\n',
  "packages/trivet/package.json": JSON.stringify({ name: "trivet", exports }),
  "packages/trivet/src/index.ts":
    '// Re-exports only.\nexport { Fault, type Code as FaultCode } from "./fault/fault.ts"\n',
  "packages/trivet/src/node.ts": 'export { serve } from "./engine/serve.ts"\n',
  "packages/trivet/src/fault/fault.ts":
    "/** An error. Raised at boot. */\nexport class Fault {}\n/** Its name. */\nexport type Code = string\n",
  "packages/trivet/src/engine/serve.ts": "/** Serves. */\nexport function serve() {}\n",
}

/** The problems of the sound workspace with these files changed. */
function problems(changes: Record<string, string> = {}): readonly string[] {
  return checkEntryPoints(tree({ ...sound, ...changes }), {}).problems
}

describe("checkEntryPoints", () => {
  it("accepts entry points that only re-export declared names with doc comments", () => {
    expect(problems()).toEqual([])
  })

  it("counts the public names of each entry point", () => {
    expect(checkEntryPoints(tree(sound), {}).note).toBe(
      "2 entry points, 3 public names: trivet 2, trivet/node 1",
    )
  })

  it('accepts "export *" only with a reason, and counts the names', () => {
    const star = 'export * from "./engine/serve.ts"'
    const folder = tree({ ...sound, "packages/trivet/src/node.ts": `// Applications extend it.\n${star}` })
    expect(checkEntryPoints(folder, {})).toEqual({
      problems: [],
      note: "2 entry points, 3 public names: trivet 2, trivet/node 1",
    })
    expect(problems({ "packages/trivet/src/node.ts": `// One.\n\n${star}` })).toHaveLength(1)
  })

  it("accepts another entry point for browsers, and checks it too", () => {
    const { default: main, ...first } = entry("index")
    const other = { ...first, browser: "./dist/browser.js", default: main }
    const manifest = JSON.stringify({ name: "trivet", exports: { ...exports, ".": other } })
    const changed = { "packages/trivet/package.json": manifest }
    const text = 'export { Fault } from "./fault/fault.ts"\n'
    expect(problems({ ...changed, "packages/trivet/src/browser.ts": text })).toEqual([])
    expect(problems(changed)).toEqual([
      "packages/trivet/package.json: no file packages/trivet/src/browser.ts",
    ])
  })

  it.each([
    ["without the source condition", { types: "./dist/index.d.ts", default: "./dist/index.js" }],
    ["in another order", Object.fromEntries(Object.entries(entry("index")).toReversed())],
    ["to another file", entry("main")],
    ["with a condition more", { ...entry("index"), require: "./dist/index.cjs" }],
    ["as a bare string", "./dist/index.js"],
  ])("reports an exports entry %s", (_, value) => {
    const changed = JSON.stringify({ name: "trivet", exports: { ".": value, "./node": entry("node") } })
    expect(problems({ "packages/trivet/package.json": changed })).toEqual([
      expect.stringContaining('exports["."] must have exactly, in this order'),
    ])
  })

  it("reports an exports entry without its file", () => {
    const changed = JSON.stringify({
      name: "trivet",
      exports: { ...exports, "./web": entry("web") },
    })
    expect(problems({ "packages/trivet/package.json": changed })).toEqual([
      expect.stringContaining("no file packages/trivet/src/web.ts"),
    ])
  })

  it.each([
    ["code", 'export { serve } from "./engine/serve.ts"\nexport const port = 3000', "this is code"],
    [
      "an import",
      'import { serve } from "./engine/serve.ts"\nexport { serve } from "./engine/serve.ts"',
      "contains only re-exports",
    ],
    ["unnamed exports", 'export * from "./engine/serve.ts"', "write the names"],
    ["another package", 'export { Server } from "node:http"', "its own package"],
    ["a name that is not there", 'export { listen } from "./engine/serve.ts"', 'does not declare "listen"'],
  ])("reports an entry point that contains %s", (_, text, problem) => {
    expect(problems({ "packages/trivet/src/node.ts": text })).toEqual([expect.stringContaining(problem)])
  })

  it.each([
    ["a re-export", 'export { Fault } from "../fault/fault.ts"', "only an entry point may"],
    ["a list", 'import { Fault } from "../fault/fault.ts"\nexport { Fault }', "exports a list"],
    ["an unexplained name", "export const a = 1", '"a" is exported without a doc comment'],
  ])("reports in any other file %s", (_, text, problem) => {
    expect(problems({ "packages/trivet/src/app/app.ts": text })).toEqual([expect.stringContaining(problem)])
  })
})
