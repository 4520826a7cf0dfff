import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Fault } from "../../fault/fault.ts"
import { parseJson } from "./parse-json.ts"

function parse(text: string): unknown {
  return parseJson(new TextEncoder().encode(text))
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
  return undefined
}

const refused = (text: string) => codeOf(() => parse(text)) === "BODY_INVALID"

/** Whether any object in a value has a field that leads to a prototype. */
function reaches(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false
  if (Object.hasOwn(value, "__proto__")) return true
  const made: unknown = Object.hasOwn(value, "constructor")
    ? (value as { constructor: unknown }).constructor
    : null
  if (typeof made === "object" && made !== null && Object.hasOwn(made, "prototype")) return true
  return Object.values(value).some(reaches)
}

describe("parseJson", () => {
  it("reads JSON", () => {
    expect(parse('{"a":[1,"é",null,true]}')).toEqual({ a: [1, "é", null, true] })
    expect(parse('"text"')).toBe("text")
  })

  it.each(["", " ", "{", '{"a":1', "[1,]", "{a:1}", "NaN", "01", '"\n"', "\uFEFF{}", "{}{}"])(
    "refuses what is not JSON: %j",
    (text) => expect(refused(text)).toBe(true),
  )

  it.each([[[0xff]], [[0x22, 0xc0, 0xaf, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0xfe, 0xff, 0, 0x31]]])(
    "refuses what is not UTF-8: %j",
    (bytes) => expect(codeOf(() => parseJson(Uint8Array.from(bytes)))).toBe("BODY_INVALID"),
  )

  it("drops fields that lead to a prototype, however they are spelt", () => {
    expect(parse('{"a":1,"__proto__":{"b":2}}')).toEqual({ a: 1 })
    for (const name of ["\\u005f_proto__", "__\\u0070roto__", "__prot\\u006F__", "__proto_\\u005F"]) {
      expect(Object.keys(parse(`{"${name}":{"b":2}}`) as object), name).toEqual([])
    }
    expect(parse('{"constructor":{"prototype":{"b":2}},"c":3}')).toEqual({ c: 3 })
    expect(parse('{"constructor":{"\\u0070rototype":{"b":2}}}')).toEqual({})
  })

  it("keeps the same names where they lead nowhere", () => {
    const text = '{"constructor":"Renault","prototype":1,"proto":{"x":1},"a":"__proto__"}'
    expect(parse(text)).toEqual(JSON.parse(text))
    expect(parse('{"constructor":{"name":"x"}}')).toEqual({ constructor: { name: "x" } })
  })

  it("refuses what is nested deeper than 1,000, and nothing less deep", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
    expect(refused(nested(1_000))).toBe(false)
    expect(refused(nested(1_001))).toBe(true)
    expect(refused(nested(100_000))).toBe(true)
  })

  it("counts no bracket inside of a text, neither for nor against it", () => {
    const deep = "[".repeat(5_000) + "]".repeat(5_000)
    expect(parse(JSON.stringify("[".repeat(5_000)))).toBe("[".repeat(5_000))
    for (const shield of ["]", '\\"]', "]\\\\", '\\\\\\"}', "]\\u0022"]) {
      expect(refused(`["${shield.repeat(5_000)}",${deep}]`), shield).toBe(true)
      expect(refused(`["${shield.repeat(5_000)}",[[]]]`), shield).toBe(false)
    }
  })

  it("reads any JSON as JSON.parse does, apart from prototypes", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const parsed = parse(text)
        expect(reaches(parsed)).toBe(false)
        if (!text.includes("proto") && !text.includes("\\u00")) expect(parsed).toEqual(JSON.parse(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it("raises nothing but its fault, whatever the bytes, and touches no prototype", () => {
    const names = Reflect.ownKeys(Object.prototype)
    const pieces = fc.constantFrom(
      ...'{}[],:"\\u005f'.split(""),
      '"__proto__":',
      '"constructor":{"prototype":',
      "1",
      "\\u0070",
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(pieces, { maxLength: 60 }).map((some) => new TextEncoder().encode(some.join(""))),
    )
    fc.assert(
      fc.property(bytes, (given) => {
        let parsed: unknown
        const code = codeOf(() => (parsed = parseJson(given)))
        expect([undefined, "BODY_INVALID"]).toContain(code)
        expect(reaches(parsed)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
    expect(Reflect.ownKeys(Object.prototype)).toEqual(names)
  })
})
