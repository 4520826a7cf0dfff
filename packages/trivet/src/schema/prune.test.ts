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
  })

  it("keeps the fields of every branch", () => {
    const prune = compilePrune({
      anyOf: [{ properties: { a: text } }, { properties: { b: text } }, { type: "null" }],
    })
    expect(prune({ a: "1", b: "2", c: "3" })).toEqual({ a: "1", b: "2" })
    expect(prune(null)).toBeNull()
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
