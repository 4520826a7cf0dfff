import { describe, expect, expectTypeOf, it } from "vitest"
import {
  Clock,
  type Context,
  contract,
  createApp,
  dto,
  get,
  implement,
  inject,
  module,
  post,
  provide,
  requestId,
  token,
} from "../index.ts"
import { api, problem, type Problem } from "../api.ts"
import { createTestApp, TestClock } from "../testing.ts"

const Greeting = token<string>("Greeting")

class Things {
  readonly #clock = inject(Clock)
  readonly #greeting = inject(Greeting)

  routes() {
    return [
      get("/now", () => ({ now: this.#clock.now(), greeting: this.#greeting })),
      get("/mirror/:id", this.mirror),
      post("/mirror/:id", this.mirror),
      post("/bytes", async (ctx) => ({ length: (await ctx.request().body()).length })),
      get("/done", this.done),
      get("/rows", this.rows),
    ]
  }

  mirror(ctx: Context<"/mirror/:id">) {
    const { method, path, address, secure } = ctx
    return {
      method,
      path,
      id: ctx.param("id"),
      a: ctx.query("a"),
      header: ctx.header("x-a"),
      address,
      secure,
    }
  }

  done(ctx: Context) {
    ctx.onDone((outcome) => ctx.log.info(outcome, "done"))
    return "done"
  }

  async *rows() {
    yield "a"
    yield "b"
  }
}

const Root = module({ name: "test", declarations: [Things, provide(Greeting, () => "hello")] })

const posts = contract({
  create: {
    method: "POST",
    path: "/posts/:id",
    accepts: { body: dto({ title: "required" }) },
    returns: { 201: dto({ id: "required", title: "required" }) },
  },
  rest: { method: "GET", path: "/files/*", returns: { 200: dto({ rest: "required" }) } },
  search: {
    method: "GET",
    path: "/search",
    accepts: { query: dto({ word: "required", limit: "integer", exact: "boolean" }) },
  },
  list: { method: "GET", path: "/list", accepts: { query: dto({ limit: "integer" }) } },
})

class Posts {
  routes() {
    return implement(posts, this)
  }
  async create(ctx: Context<typeof posts.create>) {
    const { title } = await ctx.bind()
    return ctx.status(201).json({ id: ctx.param("id"), title })
  }
  rest(ctx: Context<"/files/*">) {
    return ctx.status(200).json({ rest: ctx.param("*") })
  }
  search(ctx: Context<typeof posts.search>) {
    return ctx.input("query")
  }
  list(ctx: Context<typeof posts.list>) {
    return ctx.input("query")
  }
}

describe("createTestApp", () => {
  it("makes calls with path, query, headers and address", async () => {
    const app = await createTestApp(Root)
    const expected = {
      method: "GET",
      path: "/mirror/a%20b",
      id: "a b",
      a: "1",
      header: "h",
      address: "127.0.0.1",
      secure: false,
    }
    expect((await app.request("GET", "/mirror/a%20b?a=1", { headers: { "X-A": "h" } })).json()).toEqual(
      expected,
    )
    const other = { query: { a: "& =" }, address: "::1", secure: true }
    expect((await app.request("POST", "/mirror/1", other)).json()).toMatchObject({
      a: "& =",
      address: "::1",
      secure: true,
    })
  })

  it("types the query of a record, and sends numbers and booleans", async () => {
    const app = await createTestApp(module({ name: "posts", declarations: [Posts] }))
    const query = { word: "a b", limit: 3, exact: true }
    expect((await app.call(posts.search, { query })).json()).toEqual(query)
    expect((await app.call(posts.list, {})).json()).toEqual({})
    // As a text it is sent as it is: for what the schema rejects.
    expect((await app.call(posts.search, { query: "limit=x" })).status).toBe(400)
    // @ts-expect-error "word" is required
    expect((await app.call(posts.search, {})).status).toBe(400)
    // @ts-expect-error "limit" is a number
    expect((await app.call(posts.list, { query: { limit: "many" } })).status).toBe(400)
    // @ts-expect-error "page" is not in the schema
    expect((await app.call(posts.list, { query: { page: 1 } })).status).toBe(200)
  })

  it("gives what any module declares, also what is not exported", async () => {
    class Hidden {
      readonly name = "hidden"
    }
    const Shared = token<string>("Shared")
    const Own = token<string>("Own")
    const inner = module({
      name: "inner",
      declarations: [Hidden, provide(Shared, () => "inner"), provide(Own, () => "inner")],
    })
    const other = module({ name: "other", imports: [inner], declarations: [provide(Shared, () => "other")] })
    const root = module({ name: "root", imports: [other], declarations: [provide(Own, () => "root")] })
    const app = await createTestApp(root)
    expect(app.get(Hidden).name).toBe("hidden")
    // What the root module sees goes first; of several others none is chosen.
    expect(app.get(Own)).toBe("root")
    expect(() => app.get(Shared)).toThrow("Shared")
    expect(() => app.get(class Unknown {})).toThrow("Unknown")
    // An application that is served keeps to what the root module sees.
    const served = await createApp(root, { platform: api() })
    expect(() => served.get(Hidden)).toThrow("Hidden")
  })

  it("gives a clock that stands still until it is moved", async () => {
    const app = await createTestApp(Root)
    const now = async () => ((await app.request("GET", "/now")).json() as { now: number }).now
    const before = await now()
    expect(await now()).toBe(before)
    app.clock.advance({ minutes: 1 })
    expect(await now()).toBe(before + 60_000)
  })

  it("replaces a service by any object with its public members", async () => {
    class Store {
      readonly #rows = new Map([["1", "real"]])
      find(id: string): string | undefined {
        return this.#rows.get(id)
      }
    }
    class Rows {
      readonly #store = inject(Store)
      routes() {
        return [get("/rows/:id", (ctx) => ({ row: this.#store.find(ctx.param("id")) }))]
      }
    }
    const root = module({ name: "rows", declarations: [Store, Rows] })
    const real = await createTestApp(root)
    expect((await real.request("GET", "/rows/1")).json()).toEqual({ row: "real" })
    const fake = { find: (id: string) => `fake ${id}` }
    const app = await createTestApp(root, { replace: [provide(Store, () => fake)] })
    expect((await app.request("GET", "/rows/1")).json()).toEqual({ row: "fake 1" })
  })

  it("takes a clock of the test's own, and replaces what is declared", async () => {
    const replace = [provide(Greeting, () => "replaced")]
    const app = await createTestApp(Root, { clock: new TestClock(5), replace })
    expect((await app.request("GET", "/now")).json()).toEqual({ now: 5, greeting: "replaced" })
  })

  it("keeps what was logged, and tells that a call is done", async () => {
    const app = await createTestApp(Root, { middlewares: [requestId()] })
    await app.request("GET", "/done", { headers: { "x-request-id": "7" } })
    expect(app.logs).toEqual([
      expect.objectContaining({ msg: "done", status: 200, aborted: false, request_id: "7" }),
    ])
  })

  it("reads streams to their end, and no body for HEAD", async () => {
    const app = await createTestApp(Root)
    expect((await app.request("GET", "/rows")).text()).toBe("ab")
    expect((await app.request("HEAD", "/now")).bytes).toHaveLength(0)
  })

  it("holds bodies to the limit, as engines do", async () => {
    const app = await createTestApp(Root, { bodyLimit: 3 })
    expect((await app.request("POST", "/bytes", { body: "abc" })).json()).toEqual({ length: 3 })
    expect((await app.request("POST", "/bytes", { body: Uint8Array.of(1, 2, 3, 4) })).status).toBe(413)
  })

  it("refuses what engines refuse", async () => {
    const app = await createTestApp(Root)
    for (const path of ["/a/../b", "/a\\b", "/%2e%2e/b", "/%"])
      expect((await app.request("GET", path)).status).toBe(400)
  })

  it("calls a contract's record, typed by it", async () => {
    const app = await createTestApp(module({ name: "posts", declarations: [Posts] }))
    const reply = await app.call(posts.create, { params: { id: "a/b" }, json: { title: "T" } })
    expect(reply.json()).toEqual({ id: "a/b", title: "T" })
    expectTypeOf(reply.status).toEqualTypeOf<201>()
    expectTypeOf(reply.json()).toEqualTypeOf<{ id: string; title: string }>()
    expect((await app.call(posts.rest, { params: { "*": "a/b" } })).json()).toEqual({ rest: "a/b" })
  })

  it("types the errors of a record by the form that the application gave", async () => {
    const { show } = contract({
      show: {
        method: "GET",
        path: "/show",
        returns: { 200: dto({ id: "" }), 404: dto({ error: "required" }) },
      },
    })
    class Shown {
      routes() {
        return [get("/show", () => ({ error: "No such thing", status: 404 }))]
      }
    }
    const root = module({ name: "shown", declarations: [Shown] })
    const app = await createTestApp(root, { platform: api({ errors: problem() }) })
    const reply = await app.call(show, {})
    if (reply.status !== 404) throw new Error(`status ${reply.status}`)
    expectTypeOf(reply.json()).toEqualTypeOf<{ error: string } | Problem>()
    expect(reply.json()).toMatchObject({ detail: "No such thing" })
    const usual = await (await createTestApp(root, { platform: api() })).call(show, {})
    if (usual.status === 404) expectTypeOf(usual.json()).toEqualTypeOf<{ error: string }>()
  })
})
