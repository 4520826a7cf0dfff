import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseQuery, parseQueryLists } from "./parse-query.ts"

/** What comes out, as an ordinary object: the maps themselves have no prototype. */
function plain(query: string): Record<string, string> {
  return { ...parseQuery(query) }
}

const pieces = fc.constantFrom(
  "&",
  "=",
  "+",
  "%",
  "%41",
  "%zz",
  "%E0%A4",
  "[",
  "]",
  "__proto__",
  "a",
  "é",
  "\0",
  "?",
)
const queries = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(pieces, { maxLength: 40 }).map((some) => some.join("")),
)

describe("parseQuery", () => {
  it("reads names and values", () => {
    expect(plain("a=1&b=two")).toEqual({ a: "1", b: "two" })
    expect(plain("")).toEqual({})
  })

  it("decodes escapes and plus signs, in names too, once", () => {
    expect(plain("a%20b=c+d&%2B=%2525")).toEqual({ "a b": "c d", "+": "%25" })
    expect(plain("n=%C3%A9")).toEqual({ n: "é" })
  })

  it("keeps a malformed escape as it is", () => {
    expect(plain("a=%&%zz=1&b=%E0%A4")).toEqual({ a: "%", "%zz": "1", b: "%E0%A4" })
  })

  it("takes what has no value for an empty text", () => {
    expect(plain("a&b=&=c&&")).toEqual({ a: "", b: "", "": "c" })
  })

  it("cuts a value at the first equals sign, and a pair at its own", () => {
    expect(plain("a=b=c")).toEqual({ a: "b=c" })
    expect(plain("a&b=1&c&d=2")).toEqual({ a: "", b: "1", c: "", d: "2" })
  })

  it("gives the first of a repeated name, and sees nothing in brackets", () => {
    expect(plain("a=1&a=2&a[]=3&a[b]=4")).toEqual({ a: "1", "a[]": "3", "a[b]": "4" })
  })

  it("gives every value of a repeated name where lists are asked for", () => {
    expect({ ...parseQueryLists("a=1&b=2&a=3&__proto__=x&__proto__=y") }).toEqual({
      a: ["1", "3"],
      b: ["2"],
      ["__proto__"]: ["x", "y"],
    })
  })

  it("reads names that a prototype would have as any other", () => {
    const query = parseQuery("__proto__=1&constructor=2")
    expect(Object.getPrototypeOf(query)).toBeNull()
    expect(query["__proto__"]).toBe("1")
    expect(query["toString"]).toBeUndefined()
  })

  it("agrees with URLSearchParams where escapes are well formed", () => {
    const entries = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })))
    fc.assert(
      fc.property(entries, (given) => {
        const search = new URLSearchParams(given)
        const first = new Map(given.toReversed())
        expect(new Map(Object.entries(parseQuery(search.toString())))).toEqual(
          new Map([...first].map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it("never throws, gives texts alone and touches no prototype", () => {
    const names = Reflect.ownKeys(Object.prototype)
    fc.assert(
      fc.property(queries, (query) => {
        const parsed = parseQuery(query)
        expect(Object.getPrototypeOf(parsed)).toBeNull()
        for (const value of Object.values(parsed)) expect(typeof value).toBe("string")
        for (const [name, [first]] of Object.entries(parseQueryLists(query))) expect(first).toBe(parsed[name])
      }),
      { numRuns: 2_000 },
    )
    expect(Reflect.ownKeys(Object.prototype)).toEqual(names)
  })

  // A path that counts is not needed here: a search from every name to the end is some 10^10 steps, and shows.
  it("reads a million names without values in one pass", () => {
    const began = performance.now()
    expect(Object.keys(parseQuery("a&".repeat(1_000_000)))).toEqual(["a"])
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it("reads 10,000 names", () => {
    const query = Array.from({ length: 10_000 }, (_, i) => `${i}=${i}`).join("&")
    expect(Object.keys(parseQuery(query))).toHaveLength(10_000)
  })
})
