import { describe, expect, it } from "vitest"
import { declarations } from "./declarations.ts"

describe("declarations", () => {
  it("finds each kind of exported declaration, with its line and doc comment", () => {
    const source = [
      "/** A class. */",
      "export abstract class A {}",
      "/**",
      " * Calls it.",
      " */",
      "// oxlint-disable-next-line some-rule",
      "export async function b() {}",
      "export const c = 1",
      "/** A shape. */",
      "export interface D {}",
      "/** Not exported. */",
      "type E = string",
      "export type F = E",
    ].join("\n")
    expect(declarations(source)).toEqual([
      { name: "A", kind: "class", line: 2, doc: "A class." },
      { name: "b", kind: "function", line: 7, doc: "Calls it." },
      { name: "c", kind: "const", line: 8, doc: undefined },
      { name: "D", kind: "interface", line: 10, doc: "A shape." },
      { name: "F", kind: "type", line: 13, doc: undefined },
    ])
  })

  it("takes overloads for one declaration, explained once", () => {
    const source =
      "/** Either. */\nexport function a(b: 1): 1\nexport function a(b: 2): 2\nexport function a() {}"
    expect(declarations(source)).toEqual([{ name: "a", kind: "function", line: 2, doc: "Either." }])
  })
})
