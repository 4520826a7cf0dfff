import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../reading/workspace.ts"

const key = /^(?:export )?const (\w+)(?:: unique symbol)? = Symbol\.for\("(trivet\.[\w.-]+)"\)$/gm
const described = ["packages/trivet/src/fault/global-keys.ts", "packages/tool/src/program-keys.ts"]

/** The keys that a file defines, with the line before each. */
function keysOf(path: string): readonly { readonly text: string; readonly before: string }[] {
  const source = readFileSync(join(root, path), "utf8")
  return [...source.matchAll(key)].map(({ 2: text, index }) => ({
    text: text!,
    before: source.slice(0, index).trimEnd().split("\n").at(-1)!,
  }))
}

describe("keys in the global registry of symbols", () => {
  it("are described in the list of one of the two sides", () => {
    const known = described.flatMap(keysOf)
    expect(known.length).toBeGreaterThan(12)
    for (const { text, before } of known)
      expect([text, before]).toEqual([text, expect.stringMatching(/\*\/$/)])

    const files = globSync("packages/*/src/**/*.ts", { cwd: root }).filter(
      (path) => !path.endsWith(".test.ts"),
    )
    const used = new Set(files.flatMap(keysOf).map(({ text }) => text))
    expect(used.difference(new Set(known.map(({ text }) => text)))).toEqual(new Set())
  })

  it("are written in one form, so that this test sees all of them", () => {
    const files = globSync("packages/*/src/**/*.ts", { cwd: root }).filter(
      (path) => !path.endsWith(".test.ts"),
    )
    const others = files.flatMap((path) => {
      const code = readFileSync(join(root, path), "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "")
      const count = code.split("Symbol.for(").length - 1
      return count === keysOf(path).length ? [] : [path]
    })
    expect(others).toEqual([])
  })
})
