import { describe, expect, it } from "vitest"
import { compileTextConverter } from "./convert-text.ts"

const integer = { type: "integer" }

describe("compileTextConverter", () => {
  it.each([
    ["type", integer, "7", 7],
    ["a list of types", { type: ["integer", "null"] }, "7", 7],
    ["anyOf", { anyOf: [integer, { type: "null" }] }, "7", 7],
    ["a constant", { const: 7 }, "7", 7],
    ["an enumeration", { enum: [1, 7] }, "7", 7],
    ["an enumeration of booleans", { enum: [true] }, "true", true],
    ["a reference", { $ref: "#/$defs/age" }, "7", 7],
    ["a text or a number", { type: ["integer", "string"] }, "7", "7"],
    ["nothing", {}, "7", "7"],
  ])("converts by %s", (_, property, text, value) => {
    const convert = compileTextConverter({ properties: { it: property }, $defs: { age: integer } })
    expect(convert({ it: [text] })).toEqual({ it: value })
  })

  it.each(["7x", "0x7", "07", "1e3", " 7", "", "+7", "Infinity"])("leaves %j a text", (text) => {
    expect(compileTextConverter({ properties: { it: integer } })({ it: [text] })).toEqual({ it: text })
  })

  it("takes every value of a repeated name for a list, and the first for anything else", () => {
    const list = { type: "array", items: { anyOf: [integer, { type: "boolean" }] } }
    const convert = compileTextConverter({
      allOf: [{ properties: { many: list } }, { properties: { one: integer } }],
    })
    expect(convert({ many: ["1", "2"], one: ["1", "2"], other: ["1", "2"] })).toEqual({
      many: [1, 2],
      one: 1,
      other: "1",
    })
  })

  it("makes a field of its own of a name that prototypes have", () => {
    const values = compileTextConverter(undefined)({ ["__proto__"]: ["x"] })
    expect(Object.keys(values)).toEqual(["__proto__"])
  })
})
