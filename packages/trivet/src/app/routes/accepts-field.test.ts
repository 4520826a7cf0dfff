import { describe, expect, it } from "vitest"
import { createClient } from "../../client/create-client.ts"
import type { Context } from "../../context/context.ts"
import { contract, implement } from "../../module/routes/contract.ts"
import { module } from "../../module/module.ts"
import { dto } from "../../schema/dto/dto.ts"
import { createTestApp } from "../../testing/create-test-app.ts"

const Search = contract({
  find: {
    method: "GET",
    path: "/items/:id",
    accepts: {
      params: dto({ id: "required,integer,min=1" }),
      query: dto({ limit: "integer,min=1", open: "boolean", name: "", ratio: "number" }),
      headers: dto({ "x-team": "required" }),
    },
  },
  create: { method: "POST", path: "/items", accepts: { body: dto({ title: "required" }) } },
  bare: { method: "POST", path: "/bare" },
})

class Items {
  find(ctx: Context<typeof Search.find>) {
    const id: number = ctx.input("params").id
    return { id, query: ctx.input("query"), team: ctx.input("headers")["x-team"] }
  }
  async create(ctx: Context<typeof Search.create>) {
    const { title } = await ctx.bind()
    return title.toUpperCase()
  }
  async bare(ctx: Context<typeof Search.bare>) {
    return ctx.bind()
  }
  routes() {
    return implement(Search, this)
  }
}

const Root = module({ name: "items", declarations: [Items] })
const headers = { "x-team": "red" }

describe("accepts", () => {
  it("converts parameters and query from text", async () => {
    const app = await createTestApp(Root)
    const reply = await app.request("GET", "/items/7?limit=5&open=true&name=12&ratio=-0.5&other=1", {
      headers,
    })
    expect(reply.json()).toEqual({
      id: 7,
      query: { limit: 5, open: true, name: "12", ratio: -0.5 },
      team: "red",
    })
  })

  it.each([
    "/items/x",
    "/items/0",
    "/items/1.5",
    "/items/1?limit=5x",
    "/items/1?limit=0x10",
    "/items/1?open=1",
    "/items/1?limit=1e3",
  ])("answers 400 to %s", async (path) => {
    const app = await createTestApp(Root)
    const reply = await app.request("GET", path, { headers })
    expect([reply.status, reply.json()]).toEqual([400, { error: "Invalid request" }])
  })

  it("answers 400 when a header is missing, and names it in problem details", async () => {
    const app = await createTestApp(Root)
    const reply = await app.request("GET", "/items/1", { headers: { accept: "application/problem+json" } })
    expect(reply.json()).toMatchObject({ status: 400, errors: [{ path: "x-team", message: "is required" }] })
  })

  it("binds the body without an argument", async () => {
    const app = await createTestApp(Root)
    const reply = await createClient(Search, app).create({ body: { title: "a" } })
    expect(reply.body).toBe("A")
    expect((await app.request("POST", "/items", { json: {} })).status).toBe(400)
  })

  it("raises a fault for bind() without a schema anywhere", async () => {
    const app = await createTestApp(Root)
    expect((await app.request("POST", "/bare", { json: {} })).status).toBe(500)
    expect(app.logs.at(-1)).toMatchObject({ err: { code: "SCHEMA_MISSING" } })
  })
})
