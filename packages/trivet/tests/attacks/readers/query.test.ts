import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseQuery, parseQueryLists } from "../../../src/context/request/parse-query.ts"
import { decoded, hold, long, sizeOf, textsOf } from "./reading.ts"

describe("the reader of queries", () => {
  const texts = textsOf(
    "&",
    "&",
    "=",
    "=",
    "+",
    "%",
    "%41",
    "%zz",
    "%E0%A4",
    "%26",
    "[",
    "]",
    "[]",
    "a.b",
    "?",
  )

  /** As the standard for forms says, but that an escape which is malformed stays as it is. */
  function naive(query: string): [string, string][] {
    const read = (text: string) => decoded(text.replaceAll("+", " ")) ?? text.replaceAll("+", " ")
    return query
      .split("&")
      .filter((pair) => pair !== "")
      .map((pair) => {
        const [name = "", ...value] = pair.split("=")
        return [read(name), read(value.join("="))]
      })
  }

  it(
    "gives plain texts, the first or all of a name, as the naive one does",
    () => {
      hold(
        fc.property(texts, (query) => {
          const pairs = naive(query)
          const lists = parseQueryLists(query)
          const firsts = parseQuery(query)
          expect(Object.getPrototypeOf(firsts)).toBeNull()
          expect(Object.getPrototypeOf(lists)).toBeNull()
          const names = new Set(pairs.map(([name]) => name))
          expect(new Set(Object.keys(firsts))).toEqual(names)
          for (const name of names) {
            const values = pairs.filter(([one]) => one === name).map(([, value]) => value)
            expect(lists[name]).toEqual(values)
            expect(firsts[name]).toBe(values[0])
          }
          expect(sizeOf(firsts)).toBeLessThanOrEqual(query.length)
        }),
      )
    },
    long,
  )

  it(
    "agrees with URLSearchParams where nothing is malformed",
    () => {
      const pairs = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })), {
        maxLength: 8,
      })
      hold(
        fc.property(pairs, (given) => {
          const query = new URLSearchParams(given).toString()
          const expected = new Map<string, string>()
          for (const [name, value] of new URLSearchParams(query))
            if (!expected.has(name)) expected.set(name, value)
          expect(new Map(Object.entries(parseQuery(query)))).toEqual(expected)
        }),
      )
    },
    long,
  )
})
