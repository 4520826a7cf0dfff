import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseForm } from "./parse-form.ts"

const bytes = (text: string) => Buffer.from(text, "latin1")

describe("parseForm", () => {
  it("gives every value of every name, in order", () => {
    expect(parseForm(bytes("a=1&b=%C3%A9+%2B&a=2&c&=d&&e=f=g"))).toEqual({
      a: ["1", "2"],
      b: ["é +"],
      c: [""],
      "": ["d"],
      e: ["f=g"],
    })
    expect(parseForm(bytes(""))).toEqual({})
  })

  it("reads what a browser writes", () => {
    const text = fc.string({ unit: "grapheme" })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 20 }), (pairs) => {
        const wanted = new URLSearchParams(pairs)
        const fields = parseForm(Buffer.from(wanted.toString()))
        for (const name of new Set(wanted.keys())) expect(fields[name]).toEqual(wanted.getAll(name))
        expect(Object.keys(fields)).toHaveLength(new Set(wanted.keys()).size)
      }),
    )
  })

  it.each(["a=%", "a=%2", "a=%zz", "%zz=a", "a=%ff", "a=%C0%AF", "a=%ED%A0%80", "a=\xff", "a=\xed\xa0\x80"])(
    "refuses %j",
    (text) => {
      expect(() => parseForm(bytes(text))).toThrow(/not UTF-8, or has a malformed escape/)
    },
  )

  it("takes a thousand fields and no more", () => {
    expect(Object.keys(parseForm(bytes("a&".repeat(1_000))))).toEqual(["a"])
    expect(() => parseForm(bytes("a&".repeat(1_001)))).toThrow(/more than 1000 fields/)
  })

  it("has no prototype, whatever names say", () => {
    const fields = parseForm(bytes("__proto__=a&constructor[prototype][x]=b&toString=c"))
    expect(Object.getPrototypeOf(fields)).toBeNull()
    expect(fields["toString"]).toEqual(["c"])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})
