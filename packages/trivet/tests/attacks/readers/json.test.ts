import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseJson } from "../../../src/context/body/parse-json.ts"
import { hold, long, outcomeOf, textsOf } from "./reading.ts"

describe("the reader of JSON", () => {
  /** What is left when everything that leads to a prototype is taken out. */
  function cleaned(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map(cleaned)
    const kept = Object.entries(value).map(([name, inner]) => [name, cleaned(inner)] as const)
    const leads = ([name, inner]: readonly [string, unknown]) =>
      name === "__proto__" ||
      (name === "constructor" &&
        typeof inner === "object" &&
        inner !== null &&
        Object.hasOwn(inner, "prototype"))
    return Object.fromEntries(kept.filter((entry) => !leads(entry)))
  }
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = fc.constantFrom(
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "a",
    "é",
    "\\u005f_proto__",
  )
  const trees = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc
        .array(fc.tuple(key, tie("tree")), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries) as unknown),
    ),
  })).tree

  it(
    "gives what JSON.parse gives without what leads to a prototype, and the same again",
    () => {
      hold(
        fc.property(trees, (tree) => {
          const text = JSON.stringify(tree).replaceAll('"__proto__"', '"__\\u0070roto__"')
          const read = parseJson(encode(text))
          expect(read).toEqual(cleaned(JSON.parse(text)))
          expect(parseJson(encode(JSON.stringify(read)))).toEqual(read)
        }),
      )
    },
    long,
  )

  it(
    "raises its own fault for everything else",
    () => {
      const texts = textsOf(
        "{",
        "}",
        "[",
        "]",
        '"',
        ":",
        ",",
        "1",
        "null",
        "\\",
        "\\u0000",
        "\\ud800",
        " ",
        "\ufeff",
      )
      const bytes = fc.oneof(fc.uint8Array({ maxLength: 64 }), texts.map(encode))
      hold(
        fc.property(bytes, (given) => {
          const expected = outcomeOf(() => parseJson(given))
          let valid = true
          try {
            JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(given))
          } catch {
            valid = false
          }
          expect(expected === "BODY_INVALID" && !valid).toBe(!valid)
        }),
      )
    },
    long,
  )
})
