import { describe, expect, it } from "vitest"
import { compilePrune } from "./prune.ts"

const text = { type: "string" }
const user = { type: "object", properties: { id: text, name: text } }

describe("compilePrune", () => {
  it("keeps named fields only, at every depth", () => {
    const prune = compilePrune({
      type: "object",
      properties: { title: text, author: user, tags: { type: "array", items: user } },
    })
    const secret = { id: "1", password: "x" }
    expect(prune({ title: "T", author: secret, tags: [secret], internal: true })).toEqual({
      title: "T",
      author: { id: "1" },
      tags: [{ id: "1" }],
    })
  })

  it("follows references, also to itself", () => {
    const prune = compilePrune({
      $ref: "#/$defs/node",
      $defs: { node: { properties: { id: text, next: { $ref: "#/$defs/node" } } } },
    })
    expect(prune({ id: "1", x: 1, next: { id: "2", x: 1, next: null } })).toEqual({
      id: "1",
      next: { id: "2", next: null },
    })
    const next = { properties: { next: { $ref: "#" } } }
    const twice = compilePrune({ allOf: [next, next, { properties: { id: text } }] })
    expect(twice({ id: "1", x: 1, next: { id: "2", x: 1 } })).toEqual({ id: "1", next: { id: "2" } })
  })

  it("keeps the fields of every branch", () => {
    const prune = compilePrune({
      anyOf: [{ properties: { a: text } }, { properties: { b: text } }, { type: "null" }],
    })
    expect(prune({ a: "1", b: "2", c: "3" })).toEqual({ a: "1", b: "2" })
    expect(prune(null)).toBeNull()
  })

  it("prunes lists and records of open names too, also where a value may be one or many", () => {
    const secret = { id: "1", password: "x" }
    const oneOrMany = compilePrune({ anyOf: [user, { type: "array", items: user }] })
    expect([oneOrMany(secret), oneOrMany([secret])]).toEqual([{ id: "1" }, [{ id: "1" }]])
    expect(compilePrune({ additionalProperties: user })({ a: secret })).toEqual({ a: { id: "1" } })
    expect(compilePrune({ prefixItems: [text, user] })(["a", secret])).toEqual(["a", { id: "1" }])
    expect(compilePrune({ type: "object", additionalProperties: false })(secret)).toEqual({})
  })

  it("leaves open what the schema leaves open", () => {
    expect(compilePrune({})({ a: 1 })).toEqual({ a: 1 })
    expect(compilePrune({ properties: { a: text }, additionalProperties: {} })({ a: 1, b: 2 })).toEqual({
      a: 1,
      b: 2,
    })
    const when = new Date(0)
    expect(compilePrune({ properties: { at: { type: "string" } } })({ at: when })).toEqual({ at: when })
  })
})
