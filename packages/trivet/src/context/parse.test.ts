import { describe, expect, expectTypeOf, it } from "vitest"
import { z } from "zod"
import { Fault } from "../fault/fault.ts"
import { post, routes } from "../module/routes/make-route.ts"
import { dto } from "../schema/dto/dto.ts"
import { createTestApp } from "../testing/create-test-app.ts"
import type { Context } from "./context.ts"
import { parse } from "./parse.ts"

const Author = dto({ email: "required,email" })
const Order = dto({ count: "integer,min=1,default=1", author: Author })

function faultOf(run: () => unknown): Fault {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error("no fault was raised")
}

describe("parse", () => {
  it("gives what the schema makes of a value, with its type", () => {
    const order = parse(Order, { author: { email: "a@b.example", id: 1 } })
    expect(order).toEqual({ count: 1, author: { email: "a@b.example" } })
    expectTypeOf(order).toEqualTypeOf<{ count: number; author: { email: string } }>()
    const started = parse(z.object({ at: z.coerce.date() }), { at: "2026-01-01" })
    expect(started).toEqual({ at: new Date("2026-01-01") })
    expectTypeOf(started).toEqualTypeOf<{ at: Date }>()
  })

  it("answers a client like `ctx.bind()`, with the path of each invalid field", async () => {
    class Orders {
      routes() {
        return routes([post("/bound", this.bound), post("/parsed", this.parsed)])
      }
      bound(ctx: Context) {
        return ctx.bind(Order)
      }
      async parsed(ctx: Context) {
        return parse(Order, JSON.parse(new TextDecoder().decode(await ctx.request().body())))
      }
    }
    const app = await createTestApp({ name: "orders", declarations: [Orders] })
    for (const headers of [{}, { accept: "application/problem+json" }]) {
      const sent = { json: { count: 0, author: { email: "nobody" } }, headers }
      const parsed = await app.request("POST", "/parsed", sent)
      const bound = await app.request("POST", "/bound", sent)
      expect([parsed.status, parsed.json()]).toEqual([400, bound.json()])
      expect(parsed.json()).toMatchObject({ error: "Invalid request" })
    }
    expect(faultOf(() => parse(Order, { count: 0, author: { email: "nobody" } })).issues).toEqual([
      { path: "count", message: "must be at least 1", code: "min=1" },
      { path: "author.email", message: "must be an e-mail address", code: "email" },
    ])
  })

  it("raises a fault for a schema that validates asynchronously, valid or not", async () => {
    for (const isValid of [true, false]) {
      const fault = faultOf(() =>
        parse(
          z.string().refine(async () => isValid),
          "x",
        ),
      )
      expect(fault.code).toBe("OPTION_INVALID")
      expect(fault.where).toMatch(/parse\.test\.ts:\d+:\d+$/)
    }
    // A rejection that nothing handles would fail this test.
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
})
