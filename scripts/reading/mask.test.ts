import { describe, expect, it } from "vitest"
import { mask } from "./mask.ts"

describe("mask", () => {
  it("keeps length, lines and quotes, and blanks what is not code", () => {
    const source = 'const a = "import" // import\n/* import\n import */ const b = 1\n'
    const code = mask(source)
    expect(code).toHaveLength(source.length)
    expect(code.split("\n")).toHaveLength(source.split("\n").length)
    expect(code).not.toContain("import")
    expect(code).toContain('const a = "      "')
    expect(code).toContain("const b = 1")
  })

  it("blanks a template with all that is in it, also templates of its own", () => {
    const code = mask("const a = `x ${call({ b: `y ${inner} y` })} x`; const end = 1")
    expect(code).not.toMatch(/[xy]|call|inner/)
    expect(code).toContain("const end = 1")
  })

  it("rejects a text that does not end", () => {
    expect(() => mask('const a = "')).toThrow("does not end")
  })

  it("tells a regular expression from a division", () => {
    expect(mask("const a = /[/\"']/.test(b) ? 1 : 2")).toContain(".test(b) ? 1 : 2")
    expect(mask("const a = b / c; const d = e / f")).toContain("c; const d = e")
    expect(mask("return /it's/.test(a) && here")).toContain("&& here")
  })

  it("does not lose its way at an escaped quote", () => {
    expect(mask(String.raw`const a = "\"", b = '\\', c = here`)).toContain("c = here")
  })
})
