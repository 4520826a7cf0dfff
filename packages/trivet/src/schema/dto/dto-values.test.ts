import { describe, expect, expectTypeOf, it } from "vitest"
import { Fault } from "../../fault/fault.ts"
import { dto } from "./dto.ts"
import { expectationOf } from "./expectation-of.ts"
import { findJsonSchema, type JsonSchema } from "../json-schema.ts"
import type { InputOf, OutputOf, StandardSchema } from "../standard-schema.ts"

function resultOf(schema: StandardSchema, value: unknown): unknown {
  const result = schema["~standard"].validate(value)
  return "issues" in result && result.issues !== undefined
    ? result.issues
    : (result as { value: unknown }).value
}

function propertiesOf(schema: StandardSchema): Record<string, JsonSchema> {
  return findJsonSchema(schema, "input")!["properties"] as Record<string, JsonSchema>
}

describe("oneof", () => {
  const Sorted = dto({
    order: "required,oneof=asc | desc",
    by: "oneof=title|date",
    stars: "integer,oneof=1|3|5",
  })

  it("takes only what it lists", () => {
    expect(resultOf(Sorted, { order: "desc", by: "date", stars: 3 })).toEqual({
      order: "desc",
      by: "date",
      stars: 3,
    })
    expect(resultOf(Sorted, { order: "up", by: "constructor", stars: "3" })).toEqual([
      { message: "must be one of asc, desc", code: "oneof=asc|desc", path: ["order"] },
      { message: "must be one of title, date", code: "oneof=title|date", path: ["by"] },
      { message: "must be one of 1, 3, 5", code: "oneof=1|3|5", path: ["stars"] },
    ])
    expect(resultOf(Sorted, { order: ["asc"] })).toEqual([
      { message: "must be one of asc, desc", code: "oneof=asc|desc", path: ["order"] },
    ])
  })

  it("takes an empty text for an absent one: a form sends it for a choice that was not made", () => {
    expect(resultOf(Sorted, { order: "asc", by: "" })).toEqual({ order: "asc" })
    expect(resultOf(Sorted, { order: "" })).toEqual([
      { message: "is required", code: "required", path: ["order"] },
    ])
    expect(resultOf(Sorted, { order: "asc", stars: "" })).toEqual([
      { message: "must be one of 1, 3, 5", code: "oneof=1|3|5", path: ["stars"] },
    ])
  })

  it("is typed as the union, and is an enumeration in the JSON Schema", () => {
    expectTypeOf<OutputOf<typeof Sorted>>().toEqualTypeOf<{
      order: "asc" | "desc"
      by?: "title" | "date"
      stars?: 1 | 3 | 5
    }>()
    expect(propertiesOf(Sorted)).toEqual({
      order: { type: "string", enum: ["asc", "desc"] },
      by: { type: "string", enum: ["title", "date"] },
      stars: { type: "integer", enum: [1, 3, 5] },
    })
    expect(expectationOf({}, propertiesOf(Sorted)["order"]!)).toBe("one of asc, desc")
  })

  it.each(["oneof=", "oneof=a||b", "integer,oneof=1|two"])("raises a fault for %j", (tags) => {
    expect(() => dto({ order: tags as "oneof=a" })).toThrow(
      /field `order` of `dto\(\)` is invalid: `oneof=.*` must be values, separated by \|/,
    )
  })
})

describe("default", () => {
  const Page = dto({
    limit: "integer,min=1,max=100,default=20",
    ratio: "number,default=-0.5",
    drafts: "boolean,default=false",
    order: "required,oneof=asc|desc,default=asc",
    title: "line,min=3,default=Untitled post",
    note: "default=",
  })
  const defaults = {
    limit: 20,
    ratio: -0.5,
    drafts: false,
    order: "asc",
    title: "Untitled post",
    note: "",
  }

  it("takes the place of what is absent, null or an empty text", () => {
    expect(resultOf(Page, {})).toEqual(defaults)
    expect(resultOf(Page, Object.fromEntries(Object.keys(defaults).map((name) => [name, null])))).toEqual(
      defaults,
    )
    expect(resultOf(Page, { order: "", title: "", note: "" })).toEqual(defaults)
  })

  it("gives way to what is sent, which keeps its rules", () => {
    const sent = { limit: 1, ratio: 2, drafts: true, order: "desc", title: "Mine", note: "x" }
    expect(resultOf(Page, sent)).toEqual(sent)
    expect(resultOf(Page, { limit: 0, drafts: "", title: "T" })).toEqual([
      { message: "must be at least 1", code: "min=1", path: ["limit"] },
      { message: "must be true or false", code: "boolean", path: ["drafts"] },
      { message: "must have at least 3 characters", code: "minLength=3", path: ["title"] },
    ])
  })

  it("is typed as present in what comes out, and as optional in what goes in", () => {
    interface Values {
      limit: number
      ratio: number
      drafts: boolean
      order: "asc" | "desc"
      title: string
      note: string
    }
    expectTypeOf<OutputOf<typeof Page>>().toEqualTypeOf<{ [Name in keyof Values]: Values[Name] }>()
    expectTypeOf<InputOf<typeof Page>>().toEqualTypeOf<{ [Name in keyof Values]?: Values[Name] }>()
  })

  it("is in the JSON Schema, and required only of what comes out", () => {
    expect(propertiesOf(Page)).toMatchObject({
      limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
      drafts: { type: "boolean", default: false },
      order: { enum: ["asc", "desc"], default: "asc" },
      note: { default: "" },
    })
    expect(findJsonSchema(Page, "input")).not.toHaveProperty("required")
    expect(findJsonSchema(Page, "output")?.["required"]).toEqual(Object.keys(defaults))
  })

  it.each([
    ["integer,default=few", "`default=few` must be a number"],
    ["integer,default=1.5", "`default=1.5` must be a whole number"],
    ["integer,default=", "`default=` must be a number"],
    ["integer,min=1,default=0", "`default=0` must be at least 1"],
    ["boolean,default=yes", "`default=yes` must be true or false"],
    ["oneof=a|b,default=c", "`default=c` must be one of a, b"],
    ["max=3,default=long", "`default=long` must have at most 3 characters"],
  ])("raises a fault for %j", (tags, reason) => {
    const make = () => dto({ limit: tags as "default=1" })
    expect(make).toThrow(Fault)
    expect(make).toThrow(`The field \`limit\` of \`dto()\` is invalid: ${reason}.`)
  })
})

describe("null", () => {
  it("counts as absent", () => {
    const Patch = dto({ title: "min=3", rank: "integer", done: "boolean" })
    expect(resultOf(Patch, { title: null, rank: null, done: null })).toEqual({})
    expect(resultOf(dto({ title: "required" }), { title: null })).toEqual([
      { message: "is required", code: "required", path: ["title"] },
    ])
  })
})

describe("a description", () => {
  const Described = dto({
    title: "required,max=200; The title, as lists show it; at most one line",
    state: "oneof=draft|public,default=draft;What readers see",
    plain: ";Only described",
  })

  it("follows the tags after a semicolon, and may hold anything", () => {
    expect(propertiesOf(Described)).toMatchObject({
      title: { maxLength: 200, description: "The title, as lists show it; at most one line" },
      state: { enum: ["draft", "public"], default: "draft", description: "What readers see" },
      plain: { type: "string", description: "Only described" },
    })
    expect(propertiesOf(dto({ bare: "required" }))["bare"]).not.toHaveProperty("description")
  })

  it("is no part of the types, and hides no unknown tag", () => {
    expectTypeOf<OutputOf<typeof Described>>().toEqualTypeOf<{
      title: string
      state: "draft" | "public"
      plain?: string
    }>()
    // @ts-expect-error "requierd" is not a tag
    expect(() => dto({ title: "requierd; required" })).toThrow(/unknown tag `requierd`/)
  })
})
