import { describe, expect, expectTypeOf, it } from "vitest"
import { contract } from "../module/routes/contract.ts"
import { parse } from "../context/parse.ts"
import type { AcceptedBy } from "../context/context.ts"
import type { OutputOf } from "./standard-schema.ts"
import { dto } from "./dto/dto.ts"
import { paged } from "./paged.ts"

const Ticket = dto({ id: "required", stars: "integer" })

describe("paged", () => {
  it("gives a record its query and its reply", () => {
    const Tickets = contract({ index: { method: "GET", path: "/tickets", ...paged(Ticket) } })
    type Query = AcceptedBy<typeof Tickets.index>["query"]
    expectTypeOf<Query["limit"]>().toEqualTypeOf<number>()
    expectTypeOf<Query["cursor"]>().toEqualTypeOf<string | undefined>()
    type Page = OutputOf<(typeof Tickets.index.returns)[200]>
    expectTypeOf<Page["items"]>().toEqualTypeOf<{ id: string; stars?: number }[]>()
    expectTypeOf<Page["next"]>().toEqualTypeOf<string | undefined>()
    expect(parse(Tickets.index.returns[200], { items: [{ id: "1" }], next: "a" })).toEqual({
      items: [{ id: "1" }],
      next: "a",
    })
    expect(parse(Tickets.index.returns[200], { items: [] })).toEqual({ items: [] })
  })

  it("bounds the number of items", () => {
    const query = (value: unknown, schema = paged(Ticket).accepts.query) => parse(schema, value)
    expect(query({})).toEqual({ limit: 20 })
    expect(query({ limit: 100, cursor: "a" })).toEqual({ limit: 100, cursor: "a" })
    for (const limit of [0, -1, 101, 1.5]) expect(() => query({ limit }), String(limit)).toThrow("limit")
    const small = paged(Ticket, { limit: 5, maxLimit: 10 }).accepts.query
    expect(query({}, small)).toEqual({ limit: 5 })
    expect(() => query({ limit: 11 }, small)).toThrow("limit")
    expect(() => paged(Ticket, { limit: 20, maxLimit: 10 })).toThrow("default")
  })

  it("takes further fields of the query", () => {
    const { accepts } = paged(Ticket, { query: { state: "oneof=open|closed" } })
    expectTypeOf<OutputOf<typeof accepts.query>["state"]>().toEqualTypeOf<"open" | "closed" | undefined>()
    expect(parse(accepts.query, { state: "open" })).toEqual({ limit: 20, state: "open" })
    expect(() => parse(accepts.query, { state: "lost" })).toThrow("state")
    // @ts-expect-error unknown tag: oneOf=open
    expect(() => paged(Ticket, { query: { state: "oneOf=open" } })).toThrow("oneOf")
  })

  it("describes limit, cursor and next for documents", () => {
    const { accepts, returns } = paged(Ticket)
    const query = accepts.query["~standard"].jsonSchema!.input({ target: "" })
    expect(query).toMatchObject({
      properties: {
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 100,
          default: 20,
          description: expect.any(String) as string,
        },
        cursor: { type: "string", description: expect.stringContaining("next") as string },
      },
    })
    expect(query).not.toHaveProperty("required")
    expect(returns[200]["~standard"].jsonSchema!.output({ target: "" })).toMatchObject({
      properties: { items: { type: "array" }, next: { type: "string" } },
      required: ["items"],
    })
  })
})
