import { describe, expect, expectTypeOf, it } from "vitest"
import { z } from "zod"
import { Fault } from "../../fault/fault.ts"
import { dto } from "./dto.ts"
import { findJsonSchema } from "../json-schema.ts"
import { list } from "../list.ts"
import { optional } from "./optional.ts"
import type { InputOf, OutputOf, StandardSchema } from "../standard-schema.ts"

const Author = dto({ email: "required,email", role: "oneof=writer|editor,default=writer" })
const Tag = dto({ name: "required,max=5" })
const Post = dto({ title: "required", author: Author, tags: list(Tag), reviewer: optional(Author) })

function issuesOf(schema: StandardSchema, value: unknown): unknown {
  const result = schema["~standard"].validate(value)
  return "issues" in result ? result.issues : undefined
}

describe("a nested dto", () => {
  it("is validated at every depth, drops fields that it does not name, and fills in defaults", () => {
    const sent = {
      title: "First",
      author: { email: "a@b.example", password: "x" },
      tags: [{ name: "news", id: 1 }],
      reviewer: { email: "c@d.example", role: "editor" },
    }
    expect(Post["~standard"].validate(sent)).toEqual({
      value: {
        title: "First",
        author: { email: "a@b.example", role: "writer" },
        tags: [{ name: "news" }],
        reviewer: { email: "c@d.example", role: "editor" },
      },
    })
  })

  it("names the path of what is wrong, with what is wrong beside it", () => {
    const sent = { author: { email: "nobody" }, tags: [{ name: "news" }, { name: "sports" }], reviewer: "me" }
    expect(issuesOf(Post, sent)).toEqual([
      { message: "is required", code: "required", path: ["title"] },
      { message: "must be an e-mail address", code: "email", path: ["author", "email"] },
      { message: "must have at most 5 characters", code: "maxLength=5", path: ["tags", 1, "name"] },
      { message: "must be an object", code: "object", path: ["reviewer"] },
    ])
  })

  it.each([{}, { author: undefined, tags: undefined }, { author: null, tags: null, reviewer: null }])(
    "is required unless it is optional: %j",
    (sent) => {
      expect(issuesOf(Post, { title: "First", ...sent })).toEqual([
        { message: "is required", code: "required", path: ["author"] },
        { message: "is required", code: "required", path: ["tags"] },
      ])
    },
  )

  it("may be absent where it is optional, and null counts as absent", () => {
    const Draft = dto({ author: optional(Author), tags: optional(list(Tag)) })
    expect(Draft["~standard"].validate({})).toEqual({ value: {} })
    expect(Draft["~standard"].validate({ author: null, tags: null })).toEqual({ value: {} })
  })

  it("is part of the JSON Schema, where a default is required only of what comes out", () => {
    const email = { type: "string", minLength: 1, maxLength: 254, format: "email" }
    const role = { type: "string", enum: ["writer", "editor"], default: "writer" }
    const input = { type: "object", properties: { email, role }, required: ["email"] }
    const output = { ...input, required: ["email", "role"] }
    expect(findJsonSchema(Post, "input")).toMatchObject({
      properties: { author: input, tags: { type: "array", items: { required: ["name"] } }, reviewer: input },
      required: ["title", "author", "tags"],
    })
    expect(findJsonSchema(Post, "output")).toMatchObject({ properties: { author: output, reviewer: output } })
    expect(findJsonSchema(list(Author), "output")).toMatchObject({ items: output })
  })

  it("is typed at every depth, by what goes in and by what comes out", () => {
    expectTypeOf<OutputOf<typeof Post>>().toEqualTypeOf<{
      title: string
      author: { email: string; role: "writer" | "editor" }
      tags: { name: string }[]
      reviewer?: { email: string; role: "writer" | "editor" }
    }>()
    expectTypeOf<InputOf<typeof Post>>().toEqualTypeOf<{
      title: string
      author: { email: string; role?: "writer" | "editor" }
      tags: { name: string }[]
      reviewer?: { email: string; role?: "writer" | "editor" }
    }>()
    // @ts-expect-error an unknown tag is found beside a nested object too
    expect(() => dto({ title: "requierd", author: Author })).toThrow(/unknown tag `requierd`/)
  })

  it("raises a fault for a field that is neither tags nor a schema of its own kind", () => {
    const made = [
      // @ts-expect-error a schema of another library may validate asynchronously
      () => dto({ name: z.string() }),
      // @ts-expect-error the same, marked
      () => dto({ name: optional(z.string()) }),
      // @ts-expect-error a number is no rule
      () => dto({ name: 1 }),
      () => dto({ name: undefined as unknown as "" }),
      () => dto({ name: null as unknown as "" }),
    ]
    for (const make of made) {
      expect(make).toThrow(Fault)
      expect(make).toThrow(/field `name` of `dto\(\)` is invalid: it is neither tags nor made by/)
    }
  })
})
