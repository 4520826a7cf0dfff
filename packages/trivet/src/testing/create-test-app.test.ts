import { describe, expect, it } from "vitest"
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
import { api } from "../api.ts"
import { createClient } from "../client.ts"
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
  search: {
    method: "GET",
    path: "/search",
    accepts: { query: dto({ word: "required", limit: "integer", exact: "boolean" }) },
  },
})

class Posts {
  routes() {
    return implement(posts, this)
  }
  async create(ctx: Context<typeof posts.create>) {
    const { title } = await ctx.bind()
    return ctx.status(201).json({ id: ctx.param("id"), title })
  }
  search(ctx: Context<typeof posts.search>) {
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

  it("is what a client calls, with its path, query, headers, body and address", async () => {
    const app = await createTestApp(module({ name: "posts", declarations: [Posts] }))
    const client = createClient(posts, app)
    const query = { word: "a b", limit: 3, exact: true }
    expect((await client.search({ query })).body).toEqual(query)
    // What does not compile is sent by `request()`.
    expect((await app.request("GET", "/search?limit=x")).status).toBe(400)
    const sent = { params: { id: "a/b" }, body: { title: "T" } }
    expect(await client.create(sent)).toMatchObject({ status: 201, body: { id: "a/b", title: "T" } })
    const mirror = contract({ show: { method: "GET", path: "/mirror/:id" } })
    const shown = createClient(mirror, { ...(await createTestApp(Root)), url: "https://a.example" }).show
    expect(await shown({ params: { id: "." } }).catch(String)).toContain("`params.id` cannot be")
    expect((await shown({ params: { id: "1" }, headers: { "x-a": "h" } })).body).toMatchObject({
      address: "127.0.0.1",
      header: "h",
      secure: true,
    })
  })

  it("gives a client its reply after onDone has run, and does not run onServe", async () => {
    let served = false
    class Served {
      onServe() {
        served = true
      }
      routes() {
        return []
      }
    }
    const app = await createTestApp(module({ name: "all", imports: [Root], declarations: [Served] }))
    const { done } = contract({ done: { method: "GET", path: "/done" } })
    await createClient({ done }, app).done()
    expect(app.logs).toEqual([expect.objectContaining({ msg: "done", status: 200, aborted: false })])
    expect(served).toBe(false)
  })

  it("sends what a client sends once, also if the reply asks for more", async () => {
    let calls = 0
    class Busy {
      routes() {
        return [get("/busy", (ctx) => (calls++, ctx.status(503).json({})))]
      }
    }
    const app = await createTestApp(module({ name: "busy", declarations: [Busy] }))
    const { busy } = contract({ busy: { method: "GET", path: "/busy" } })
    expect((await createClient({ busy }, app).busy()).status).toBe(503)
    expect(calls).toBe(1)
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
})
