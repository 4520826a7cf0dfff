import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { mask } from "../reading/mask.ts"
import { root } from "../reading/workspace.ts"

/** Everything that makes code of a text. Edge runtimes and strict policies forbid it. */
const generators =
  /\beval\b|\bFunction\s*\(|\bnew\s+Function\b|\bGeneratorFunction\b|\bAsyncFunction\b|\.constructor\s*\(/

function generating(source: string): boolean {
  // Names of modules are texts, which are masked.
  return generators.test(mask(source)) || /from "node:vm"|import\("node:vm"\)/.test(source)
}

describe("the packages", () => {
  it("generate no code while they run", () => {
    const files = globSync("packages/*/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] })
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => generating(readFileSync(join(root, file), "utf8")))).toEqual([])
  })

  it.each([
    "const run = new Function('a', 'return a')",
    "globalThis.eval(text)",
    "(async () => {}).constructor('return 1')",
    'import { runInNewContext } from "node:vm"',
  ])("would be found out: %s", (source) => {
    expect(generating(source)).toBe(true)
  })

  it.each(["// new Function() is forbidden", "const text = 'eval(1)'", "function describeFunction() {}"])(
    "may name it: %s",
    (source) => {
      expect(generating(source)).toBe(false)
    },
  )
})
