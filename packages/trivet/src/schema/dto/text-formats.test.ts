import fc from "fast-check"
import { describe, expect, expectTypeOf, it } from "vitest"
import { Fault } from "../../fault/fault.ts"
import { dto } from "./dto.ts"
import { findJsonSchema } from "../json-schema.ts"
import { list } from "../list.ts"
import { optional } from "./optional.ts"
import { pattern } from "./pattern.ts"
import type { OutputOf, SchemaResult, StandardSchema } from "../standard-schema.ts"

function codesOf(schema: StandardSchema, value: unknown): readonly string[] {
  const { issues = [] } = schema["~standard"].validate(value) as SchemaResult<unknown>
  return issues.map(({ path = [], code }) => [...path, code].map(String).join(" "))
}

describe("formats of texts", () => {
  const Visit = dto({ id: "required,uuid", page: "url,max=100", day: "date" })
  const id = "0b6c1c1e-9a55-4b6e-8f5b-2f3f3a1f0001"

  it.each([
    { id },
    { id: id.toUpperCase(), page: "https://a.example/b?c=d#e", day: "2026-11-18" },
    { id, page: "http://localhost:3000", day: "2024-02-29" },
    // An empty text of a form is an absent one.
    { id, page: "", day: "" },
  ])("accept %j", (value) => {
    expect(codesOf(Visit, value)).toEqual([])
  })

  it.each([
    [{ id: id.slice(1) }, "id uuid"],
    [{ id: `${id} ` }, "id uuid"],
    [{ id: "" }, "id required"],
    [{ id, page: "javascript:alert(1)" }, "page url"],
    [{ id, page: "ftp://a.example" }, "page url"],
    [{ id, page: "//a.example" }, "page url"],
    [{ id, page: "https://" }, "page url"],
    [{ id, page: "https://a.example/ b" }, "page url"],
    [{ id, page: "https://a.example\n" }, "page url"],
    [{ id, page: `https://a.example/${"x".repeat(100)}` }, "page maxLength=100"],
    [{ id, day: "2026-02-29" }, "day date"],
    [{ id, day: "2026-13-01" }, "day date"],
    [{ id, day: "2026-11-18T00:00:00Z" }, "day date"],
    [{ id, day: "18.11.2026" }, "day date"],
    [{ id, day: 20261118 }, "day text"],
  ])("reject %j: %s", (value, code) => {
    expect(codesOf(Visit, value)).toEqual([code])
  })

  it("take no address for its plain letters that they would reject among others", () => {
    const Mail = dto({ mail: "required,email" })
    const local = fc.string({ unit: fc.constantFrom(..."aZ09.+-_ü".split("")), maxLength: 8 })
    const label = fc.string({ unit: fc.constantFrom(..."aZ09-".split("")), maxLength: 5 })
    const address = fc
      .tuple(local, fc.array(label, { maxLength: 3 }))
      .map(([name, labels]) => `${name}@${labels.join(".")}`)
    const taken = fc.sample(address, 2_000).filter((mail) => codesOf(Mail, { mail }).length === 0)
    expect(taken.length).toBeGreaterThan(100)
    // With a letter that is not plain, the whole expression decides.
    for (const mail of taken) expect(codesOf(Mail, { mail: `ü${mail}` }), mail).toEqual([])
  })

  it("are formats of JSON Schema", () => {
    expect(findJsonSchema(Visit, "input")).toMatchObject({
      properties: {
        id: { type: "string", format: "uuid" },
        page: { type: "string", anyOf: [{ const: "" }, { format: "uri" }] },
        day: { type: "string", anyOf: [{ const: "" }, { format: "date" }] },
      },
    })
  })
})

describe("codes of issues", () => {
  it("are the rule that a value breaks", () => {
    const All = dto({
      name: "required,min=3,max=5,line",
      stars: "integer,min=1,max=5",
      price: "number",
      ticked: "boolean",
      order: "oneof=asc|desc",
      mail: "email",
      inner: optional(dto({ a: "required" })),
      many: optional(list("integer")),
    })
    expect(codesOf(All, 7)).toEqual(["object"])
    expect(codesOf(All, {})).toEqual(["name required"])
    expect(codesOf(All, { name: "ab", stars: 0, price: "1", ticked: 1, order: "up", mail: "a" })).toEqual([
      "name minLength=3",
      "stars min=1",
      "price number",
      "ticked boolean",
      "order oneof=asc|desc",
      "mail email",
    ])
    expect(codesOf(All, { name: "abcdef", stars: 6, inner: {}, many: [1, "2", 1.5] })).toEqual([
      "name maxLength=5",
      "stars max=5",
      "inner a required",
      "many 1 number",
      "many 2 integer",
    ])
    expect(codesOf(All, { name: "a\nb", stars: 1.5, inner: 1, many: {} })).toEqual([
      "name line",
      "stars integer",
      "inner object",
      "many list",
    ])
    expect(codesOf(All, { name: "a\0b" })).toEqual(["name characters"])
  })
})

describe("a list of values", () => {
  const Labels = dto({ labels: list("line,max=5"), stars: optional(list("integer,oneof=1|2")) })

  it("has the rules of its tags for each", () => {
    expect(codesOf(Labels, { labels: ["a", "b"], stars: [1, 2, 1] })).toEqual([])
    expect(codesOf(Labels, { labels: [] })).toEqual([])
    expect(codesOf(Labels, { labels: ["abcdef", 1, null, "a\nb"], stars: [3] })).toEqual([
      "labels 0 maxLength=5",
      "labels 1 text",
      "labels 2 required",
      "labels 3 line",
      "stars 0 oneof=1|2",
    ])
    expect(codesOf(Labels, { labels: Array.from({ length: 300 }, () => 1) })).toHaveLength(100)
    expectTypeOf<OutputOf<typeof Labels>>().toEqualTypeOf<{ labels: string[]; stars?: (1 | 2)[] }>()
  })

  it("is a list of that in JSON Schema", () => {
    expect(findJsonSchema(Labels, "output")).toMatchObject({
      properties: { labels: { type: "array", items: { type: "string", maxLength: 5 } } },
    })
  })

  it("does not compile with a tag that there is not, and names it at boot", () => {
    // @ts-expect-error there is no such tag
    expect(() => list("lines")).toThrow(/unknown tag `lines`/)
  })
})

describe("pattern", () => {
  const Car = dto({
    plate: pattern(/^[A-Z]{2}-\d{1,4}$/, { max: 7 }),
    old: optional(pattern(/^\p{Lu}+$/u, { max: 3 })),
    others: optional(list(pattern(/^\d+$/, { max: 3 }))),
  })

  it("accepts what it matches", () => {
    expect(codesOf(Car, { plate: "AB-1" })).toEqual([])
    expect(codesOf(Car, { plate: "AB-1234", old: "ÄÖ", others: ["1", "22"] })).toEqual([])
    // Twice: an expression must not remember where it was.
    expect(codesOf(Car, { plate: "AB-1234", old: "" })).toEqual([])
    expectTypeOf<OutputOf<typeof Car>>().toEqualTypeOf<{ plate: string; old?: string; others?: string[] }>()
  })

  it.each([
    [{}, "plate required"],
    [{ plate: "" }, "plate required"],
    [{ plate: "ab-1" }, "plate pattern"],
    [{ plate: 7 }, "plate text"],
    [{ plate: "AB-12345" }, "plate maxLength=7"],
    [{ plate: "AB-1", old: "ä" }, "old pattern"],
    [{ plate: "AB-1", others: ["1", "a"] }, "others 1 pattern"],
  ])("rejects %j: %s", (value, code) => {
    expect(codesOf(Car, value)).toEqual([code])
  })

  it("is tested only on texts that are short enough", () => {
    const slow = dto({ text: pattern(/^(a+)+$/, { max: 20 }) })
    const began = performance.now()
    expect(codesOf(slow, { text: `${"a".repeat(50_000)}b` })).toEqual(["text maxLength=20"])
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it("is in JSON Schema", () => {
    expect(findJsonSchema(Car, "input")).toMatchObject({
      properties: { plate: { type: "string", maxLength: 7, minLength: 1, pattern: "^[A-Z]{2}-\\d{1,4}$" } },
      required: ["plate"],
    })
  })

  it.each([
    [/a/i, 5],
    [/a/g, 5],
    [/a/, 0],
    [/a/, Number.NaN],
  ])("cannot be %s of at most %d characters", (form, max) => {
    expect(() => pattern(form, { max })).toThrow(Fault)
  })
})
