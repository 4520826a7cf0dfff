import { describe, expect, expectTypeOf, it } from "vitest"
import { Fault } from "../../fault/fault.ts"
import { dto } from "./dto.ts"
import type { OutputOf } from "../standard-schema.ts"

const Register = dto({ email: "required,email", password: "required,min=8", name: "required" })
const Update = dto({ title: "", content: "", published: "boolean", rank: "integer,min=1", ratio: "number" })

async function issuesOf(schema: typeof Register | typeof Update, value: unknown): Promise<string[]> {
  const result = await schema["~standard"].validate(value)
  return (result.issues ?? []).map((issue) =>
    `${JSON.stringify(issue.path?.[0] ?? "")} ${issue.message}`.replaceAll('"', ""),
  )
}

describe("dto", () => {
  it("gives the named fields and drops the others", async () => {
    const sent = { email: "a@b.example", password: "12345678", name: "A", role: "admin", id: "1" }
    expect(await Register["~standard"].validate(sent)).toEqual({
      value: { email: "a@b.example", password: "12345678", name: "A" },
    })
  })

  it("names every failing field", async () => {
    expect(await issuesOf(Register, { email: "nobody", password: "1234567" })).toEqual([
      "email must be an e-mail address",
      "password must have at least 8 characters",
      "name is required",
    ])
  })

  it("refuses an empty text where one is required", async () => {
    expect(await issuesOf(Register, { email: "a@b.example", password: "12345678", name: "" })).toEqual([
      "name is required",
    ])
  })

  it("counts characters, not code units", async () => {
    const sent = (password: string) => ({ email: "a@b.example", name: "A", password })
    expect(await issuesOf(Register, sent("🙂".repeat(7)))).toHaveLength(1)
    expect(await issuesOf(Register, sent("🙂".repeat(8)))).toEqual([])
  })

  it.each([
    ["a text for a number", { rank: "1" }],
    ["a fraction for an integer", { rank: 1.5 }],
    ["a number below the least", { rank: 0 }],
    ["a text for a boolean", { published: "true" }],
    ["an array for a text", { title: ["a"] }],
    ["an object for a text", { title: {} }],
    ["NUL in a text", { title: "a\0b" }],
    ["half a surrogate pair in a text", { title: "\ud800" }],
    ["an infinite number", { ratio: Infinity }],
  ])("refuses %s", async (_, value) => {
    expect(await issuesOf(Update, value)).toHaveLength(1)
  })

  it.each([null, undefined, 1, "text", true, []])("refuses %j for the whole", async (value) => {
    expect(await issuesOf(Update, value)).toHaveLength(1)
  })

  it("takes an object in which nothing is given where nothing is required", async () => {
    expect(await Update["~standard"].validate({})).toEqual({ value: {} })
  })

  it.each([
    "a@b",
    "@b.example",
    "a@",
    "a b@c.example",
    "a@b..example",
    "a@@b.example",
    ".a@b.example",
    "a@-b.example",
    `${"a".repeat(65)}@b.example`,
    `${"𝒜".repeat(33)}@b.example`,
    `a@${"b".repeat(64)}.example`,
    `a@${"𝒜".repeat(32)}.example`,
    "a@-b.example",
    "a@b.example\n",
    "<a@b.example>",
  ])("does not take %j for an e-mail address", async (email) => {
    expect(await issuesOf(Register, { email, password: "12345678", name: "A" })).toEqual([
      "email must be an e-mail address",
    ])
  })

  it.each(["a@b.example", "a.b+tag@sub.b.example", "o'neil@b.example", "ü@bücher.example", "a@b.co"])(
    "takes %j for an e-mail address",
    async (email) => {
      expect(await issuesOf(Register, { email, password: "12345678", name: "A" })).toEqual([])
    },
  )

  it("finds no field on a prototype and leaves prototypes alone", async () => {
    const schema = dto({ constructor: "", ["__proto__"]: "", toString: "required" } as {
      constructor: ""
      toString: "required"
    })
    expect(await issuesOf(schema as never, {})).toEqual(["toString is required"])
    const result = await schema["~standard"].validate(JSON.parse('{"__proto__": "x", "toString": "y"}'))
    const value = ("value" in result ? result.value : {}) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.entries(value)).toEqual([
      ["__proto__", "x"],
      ["toString", "y"],
    ])
    expect(({} as { x?: string }).x).toBeUndefined()
  })

  it("gives its JSON Schema", () => {
    expect(Register["~standard"].jsonSchema?.input({ target: "draft-2020-12" })).toEqual({
      type: "object",
      properties: {
        email: { type: "string", minLength: 1, maxLength: 254, format: "email" },
        password: { type: "string", minLength: 8, maxLength: 10_000 },
        name: { type: "string", minLength: 1, maxLength: 10_000 },
      },
      required: ["email", "password", "name"],
    })
    const bounded = dto({ rank: "integer,min=1,max=9", title: "line,max=300", code: "min=4,max=5" })
    expect(bounded["~standard"].jsonSchema?.input({ target: "draft-2020-12" })).toEqual({
      type: "object",
      properties: {
        rank: { type: "integer", minimum: 1, maximum: 9 },
        title: { type: "string", maxLength: 300, pattern: expect.any(String) as string },
        code: { type: "string", maxLength: 5, anyOf: [{ const: "" }, { minLength: 4 }] },
      },
    })
  })

  it("has a maximum for every text: 10,000 characters, or what `max` says", async () => {
    const Texts = dto({ text: "", short: "max=3", long: "max=20000", email: "email", rank: "integer,max=9" })
    const refused = async (value: object) => (await issuesOf(Texts, value)).join()
    expect(await refused({ text: "x".repeat(10_000), long: "x".repeat(20_000), rank: 9 })).toBe("")
    expect(await refused({ text: "x".repeat(10_001) })).toBe("text must have at most 10000 characters")
    expect(await refused({ long: "x".repeat(20_001) })).toBe("long must have at most 20000 characters")
    expect(await refused({ rank: 10 })).toBe("rank must be at most 9")
    expect(await refused({ email: `a@${"b.".repeat(130)}example` })).toBe(
      "email must have at most 254 characters",
    )
    // Characters, not code units.
    expect(await refused({ short: "🙂🙂🙂" })).toBe("")
    expect(await refused({ short: "🙂🙂🙂🙂" })).toBe("short must have at most 3 characters")
  })

  it.each([
    ["a line end", "a\nb"],
    ["a carriage return", "a\rb"],
    ["a tab", "a\tb"],
    ["a bell", "a\u0007"],
    ["an escape", "\u001b[31m"],
    ["DEL", "a\u007f"],
    ["a control of the second set", "a\u009b31m"],
    ["a line separator", "a\u2028b"],
    ["an override of the direction", "a\u202egnp.exe"],
    ["an embedding", "\u202ba"],
    ["an isolate", "\u2066a"],
  ])("takes no text with %s for a line", async (_, text) => {
    const Named = dto({ name: "line", mail: "email" })
    expect(await issuesOf(Named as never, { name: text })).toEqual([
      "name must be one line without control characters",
    ])
    expect(await issuesOf(Named as never, { mail: `${text}@b.example` })).toHaveLength(1)
    const { pattern } = (
      Named["~standard"].jsonSchema!.input({ target: "" }) as { properties: { name: { pattern: string } } }
    ).properties.name
    expect([new RegExp(pattern, "u").test(text), new RegExp(pattern, "u").test("Zoë 🙂 אבג")]).toEqual([
      false,
      true,
    ])
    expect(await issuesOf(Named as never, { name: "Zoë O'Neil 🙂 אבג\u200f" })).toEqual([])
  })

  it("raises a fault for a tag it does not know", () => {
    // @ts-expect-error "emial" is not a tag
    expect(() => dto({ email: "required,emial" })).toThrow(
      /field `email` of `dto\(\)` has the unknown tag `emial`/,
    )
    // @ts-expect-error a minimum is a number
    expect(() => dto({ name: "min=few" })).toThrow(/min=few/)
    // @ts-expect-error a maximum is a number
    expect(() => dto({ name: "max=many" })).toThrow(/max=many/)
    // @ts-expect-error the same
    expect(() => dto({ name: "min=few" })).toThrow(Fault)
  })

  it("types what it gives", () => {
    expectTypeOf<OutputOf<typeof Register>>().toEqualTypeOf<{
      email: string
      password: string
      name: string
    }>()
    expectTypeOf<OutputOf<typeof Update>>().toEqualTypeOf<{
      title?: string
      content?: string
      published?: boolean
      rank?: number
      ratio?: number
    }>()
  })
})
