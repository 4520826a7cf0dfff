import { describe, expect, it } from "vitest"
import { findGaps } from "./find-gaps.ts"
import { resolverOf, type Schema } from "./schema.ts"
import { createUnchanged } from "./walk.ts"

type Defined = Readonly<Record<string, Schema>>

/** Whether each value of one schema is valid for another, with what both may refer to. */
function relate(from: Schema, to: Schema, before: Defined = {}, after: Defined = before): string {
  const gaps = findGaps(from, to, {
    place: [],
    from: resolverOf({ components: { schemas: before } }),
    to: resolverOf({ components: { schemas: after } }),
    open: new Set(),
    shared: new Set(),
    defaults: false,
    isUnchanged: createUnchanged(before, after),
    rejects: () => true,
  })
  return gaps.length === 0
    ? "within"
    : gaps.every((gap) => gap.undecided === true)
      ? "undecided"
      : "not within"
}

const text = { type: "string" }
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const tagged = (kind: string, more: object = {}) => ({
  type: "object",
  properties: { kind: { const: kind }, ...more },
  required: ["kind"],
})

describe("findGaps", () => {
  it.each<[string, Schema, Schema, string]>([
    ["nothing is within anything", false, text, "within"],
    ["anything is within everything", {}, true, "within"],
    ["everything is not within a type", true, text, "not within"],
    ["a list of types", { type: "string" }, { type: ["string", "null"] }, "within"],
    ["a list of types less", { type: ["string", "null"] }, text, "not within"],
    ["an integer is a number", { type: "integer" }, { type: "number" }, "within"],
    [
      "an integer of several types",
      { type: ["integer", "string"] },
      { type: ["number", "string"] },
      "within",
    ],
    ["booleans are two constants", { type: "boolean" }, { enum: [true, false] }, "within"],
    ["two constants are the booleans", { enum: [false, true] }, { type: "boolean" }, "within"],
    [
      "alternatives in another order",
      { anyOf: [text, { type: "null" }] },
      { anyOf: [{ type: "null" }, text] },
      "within",
    ],
    ["all of several rules", { allOf: [text, { minLength: 3 }] }, { type: "string", minLength: 2 }, "within"],
    ["several rules are too many", text, { allOf: [text, { minLength: 3 }] }, "not within"],
    ["a constant that a bound rejects", { const: 3 }, { type: "integer", maximum: 2 }, "not within"],
    ["a constant that a format may reject", { const: "a" }, { type: "string", format: "email" }, "undecided"],
    ["another pattern", { type: "string", pattern: "^a" }, { type: "string", pattern: "^aa?" }, "undecided"],
    ["a rule that is not understood", text, { type: "string", not: { const: "x" } }, "undecided"],
    [
      "such a rule that stays",
      { type: "string", not: { const: "x" } },
      { type: "string", not: { const: "x" }, maxLength: 9 },
      "not within",
    ],
    [
      "such a rule that stays, of something wider",
      { type: "string", not: { const: "x" }, maxLength: 8 },
      { type: "string", not: { const: "x" }, maxLength: 9 },
      "within",
    ],
    ["such a rule that goes", { type: "string", not: { const: "x" } }, text, "within"],
    ["an extension", text, { type: "string", "x-order": 3 }, "within"],
    ["exactly one of what cannot overlap", tagged("a"), { oneOf: [tagged("a"), tagged("b")] }, "within"],
    [
      "exactly one of what may overlap",
      { type: "string", maxLength: 3 },
      { oneOf: [text, { minLength: 1 }] },
      "undecided",
    ],
    ["unique items", { type: "array" }, { type: "array", uniqueItems: true }, "not within"],
    [
      "fewer properties",
      { type: "object", minProperties: 1 },
      { type: "object", minProperties: 2 },
      "not within",
    ],
    [
      "names of properties",
      { type: "object", propertyNames: { maxLength: 3 }, additionalProperties: true },
      { type: "object", propertyNames: { maxLength: 2 }, additionalProperties: true },
      "not within",
    ],
    [
      "a tuple",
      { type: "array", prefixItems: [text], items: false },
      { type: "array", items: text },
      "within",
    ],
    [
      "a list that is no tuple",
      { type: "array", items: text },
      { type: "array", prefixItems: [text], items: false },
      "not within",
    ],
    ["a reference that leads nowhere", text, refer("Nothing"), "undecided"],
    ["a reference from nowhere", refer("Nothing"), text, "undecided"],
    ["a reference to another document", text, { $ref: "https://example.com/schema" }, "undecided"],
  ])("%s", (_, from, to, relation) => expect(relate(from, to)).toBe(relation))

  it("knows that alternatives ignore the fields of one another, unless a tag tells them apart", () => {
    const object = (properties: object) => ({ type: "object", properties })
    const [a, b] = [object({ a: { type: "number" } }), object({ b: text })]
    // { a: "x" } is an object with an ignored field.
    expect(relate({ anyOf: [a, b] }, { anyOf: [a, object({ a: { type: "number" }, b: text })] })).toBe(
      "not within",
    )
    expect(relate({ anyOf: [a, b] }, { anyOf: [b, a] })).toBe("within")
    const [x, y] = [tagged("x", { a: { type: "number" } }), tagged("y")]
    expect(relate({ anyOf: [x, y] }, { anyOf: [x, tagged("y", { a: text })] })).toBe("within")
  })

  it("follows schemas that refer to themselves", () => {
    const tree = (name: string, maxLength: number): Defined => ({
      [name]: {
        type: "object",
        properties: { label: { type: "string", maxLength }, inner: { type: "array", items: refer(name) } },
      },
    })
    expect(relate(refer("A"), refer("B"), tree("A", 3), tree("B", 3))).toBe("within")
    expect(relate(refer("A"), refer("B"), tree("A", 3), tree("B", 4))).toBe("within")
    expect(relate(refer("A"), refer("B"), tree("A", 4), tree("B", 3))).toBe("not within")
    // The same text, which refers to something else now.
    expect(relate(refer("A"), refer("A"), tree("A", 4), tree("A", 3))).toBe("not within")
  })

  it("gives up where a schema is only itself, or has too many alternatives", () => {
    const loop = { A: { anyOf: [refer("A"), refer("B")] }, B: refer("A") }
    expect(relate(text, refer("A"), loop)).toBe("undecided")
    const many = { anyOf: [...Array(25).keys()].map((maxLength) => ({ type: "string", maxLength })) }
    expect(relate(text, { allOf: [many, { ...many, title: "again" }] })).toBe("undecided")
  })

  it("does not look into nested tags for ever", () => {
    const node = (kind: string) => tagged(kind, { left: refer("Node"), right: refer("Node") })
    const all = {
      Node: {
        oneOf: ["a", "b", "c"].map((kind) => ({ ...node(kind), required: ["kind", "left", "right"] })),
      },
    }
    const started = performance.now()
    expect(relate(refer("Node"), { anyOf: [refer("Node"), text] }, all)).toBe("within")
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
