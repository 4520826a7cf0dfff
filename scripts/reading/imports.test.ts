import { describe, expect, it } from "vitest"
import { imports } from "./imports.ts"

describe("imports", () => {
  it("finds every way to name a module, with its line", () => {
    const source = [
      'import { a } from "./a.ts"',
      "import type {",
      "  B,",
      '} from "./b.ts"',
      "import c, * as d from './c.ts'",
      'import "./side-effect.ts"',
      'export { e, type F } from "./e.ts"',
      'export * from "./g.ts"',
      'const h = await import("./h.ts")',
      'type I = import("./i.ts").I',
    ].join("\n")
    expect(imports(source).map((one) => [one.line, one.kind, one.specifier])).toEqual([
      [1, "import", "./a.ts"],
      [2, "import", "./b.ts"],
      [5, "import", "./c.ts"],
      [6, "import", "./side-effect.ts"],
      [7, "re-export", "./e.ts"],
      [8, "re-export", "./g.ts"],
      [9, "dynamic", "./h.ts"],
      [10, "dynamic", "./i.ts"],
    ])
  })

  it("does not take a declaration above an import for a re-export", () => {
    const source = 'export interface A { b: number }\nimport { c } from "./c.ts"'
    expect(imports(source).map((one) => one.kind)).toEqual(["import"])
  })

  it("leaves comments, strings, templates and methods named import alone", () => {
    const source = [
      '// import { a } from "./a.ts"',
      "/** import { b } from './b.ts' */",
      "const text = 'import { c } from \"./c.ts\"'",
      'const block = `\nimport { d } from "./d.ts"\n`',
      'loader.import("./e.ts")',
    ].join("\n")
    expect(imports(source)).toEqual([])
  })
})
