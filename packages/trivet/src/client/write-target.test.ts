import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseQueryLists } from "../context/request/parse-query.ts"
import { compileTextConverter } from "../schema/convert-text.ts"
import { ClientError } from "./client-error.ts"
import { writeParameter, writeQuery } from "./write-target.ts"

const title = "GET /posts/:id"
const types = { text: { type: "string" }, number: { type: "number" }, flag: { type: "boolean" } }
const lists = {
  texts: { type: "array", items: types.text },
  numbers: { type: "array", items: types.number },
}
const convert = compileTextConverter({ properties: { ...types, ...lists } })

// What the rules can write: 1e21 and 1e-7 need an exponent.
const plainNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e20, max: 1e20 })).filter(
  // There is one zero in a text.
  (value) => !String(value).includes("e") && !Object.is(value, -0),
)
const text = fc.string({ unit: "grapheme" })

describe("writeQuery", () => {
  it("writes what the server's rules convert back to the same values", () => {
    const query = fc.record(
      {
        text,
        number: plainNumber,
        flag: fc.boolean(),
        texts: fc.array(text, { minLength: 1 }),
        numbers: fc.array(plainNumber, { minLength: 1 }),
        more: text,
      },
      { requiredKeys: [] },
    )
    const property = fc.property(query, (given) => {
      expect(convert(parseQueryLists(writeQuery(title, given).slice(1)))).toEqual({ ...given })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it("leaves out what is undefined", () => {
    expect(writeQuery(title, { a: undefined, b: [undefined, 1, undefined] })).toBe("?b=1")
    expect(writeQuery(title, { a: [] })).toBe("")
  })

  it.each([NaN, Infinity, 1e21, 1e-7, null, { a: 1 }, new Date(0), "\ud800", [[1]]])(
    "refuses %s",
    (value) => {
      expect(() => writeQuery(title, { limit: value })).toThrow(ClientError)
    },
  )

  it("names the place, and not the text", () => {
    expect(() => writeQuery(title, { limit: 1e21 })).toThrow("`query.limit` cannot be 1e+21")
    expect(() => writeQuery(title, { word: "secret\ud800" })).toThrow("`query.word` cannot be this string")
  })
})

describe("writeParameter", () => {
  it("writes any text that a path can have", () => {
    expect(writeParameter(title, "id", "a/b ?%é")).toBe("a%2Fb%20%3F%25%C3%A9")
    expect(writeParameter(title, "id", 7)).toBe("7")
    expect(writeParameter(title, "*", "a b/c/%2e")).toBe("a%20b/c/%252e")
    expect(writeParameter(title, "*", "")).toBe("")
  })

  it.each(["", ".", "..", undefined, null, 1e21])("refuses %j, which no path can have", (value) => {
    expect(() => writeParameter(title, "id", value)).toThrow("`params.id` cannot be")
  })

  it("refuses dots between the slashes of a wildcard", () => {
    for (const rest of ["..", "a/../b", "a/."])
      expect(() => writeParameter(title, "*", rest)).toThrow("`params.*` cannot be")
  })
})
