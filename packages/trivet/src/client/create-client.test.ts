import { beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import {
  type Context,
  contract,
  dto,
  events,
  implement,
  list,
  module,
  PublicError,
  requestId,
} from "../index.ts"
import {
  type Client,
  ClientError,
  type ClientReply,
  createClient,
  readEvents,
  readStream,
} from "../client.ts"
import { createTestApp, type TestApp } from "../testing.ts"

const Post = dto({ id: "required", title: "required" })
const Failure = dto({ error: "required" })

const Posts = contract({
  index: {
    method: "GET",
    path: "/posts",
    accepts: { query: dto({ limit: "integer", drafts: "boolean", word: "" }) },
    returns: { 200: list(Post) },
  },
  search: { method: "GET", path: "/search", accepts: { query: dto({ word: "required" }) } },
  show: { method: "GET", path: "/posts/:id", returns: { 200: Post, 404: Failure } },
  create: {
    method: "POST",
    path: "/posts",
    accepts: { body: dto({ title: "required" }), headers: dto({ "x-team": "integer" }) },
    returns: { 201: Post, 409: Failure },
  },
  remove: { method: "DELETE", path: "/posts/:id", returns: { 204: null } },
  version: {
    method: "GET",
    path: "/posts/:id/versions/:version",
    accepts: { params: dto({ version: "integer,min=1" }) },
    returns: { 200: dto({ id: "required", version: "required,integer" }) },
  },
  file: { method: "GET", path: "/files/*" },
  raw: { method: "POST", path: "/raw/:kind" },
  watch: { method: "GET", path: "/watch" },
  slow: { method: "GET", path: "/slow" },
  peek: { method: "HEAD", path: "/posts/:id" },
  purge: { path: "posts/purge" },
})

class PostsController {
  routes() {
    const { purge: _, ...routes } = Posts
    return implement(routes, this)
  }
  index(ctx: Context<typeof Posts.index>) {
    return [{ id: JSON.stringify(ctx.input("query")), title: ctx.header("accept") }]
  }
  search(ctx: Context<typeof Posts.search>) {
    return ctx.input("query")
  }
  show(ctx: Context<typeof Posts.show>) {
    const id = ctx.param("id")
    if (id === "401") throw new PublicError(401, "Missing token")
    return id === "1" ? { id, title: "First" } : ctx.status(404).json({ error: `No post ${id}` })
  }
  async create(ctx: Context<typeof Posts.create>) {
    const { title } = await ctx.bind()
    return ctx.status(201).json({ id: String(ctx.input("headers")["x-team"] ?? ""), title })
  }
  remove() {
    return undefined
  }
  version(ctx: Context<typeof Posts.version>) {
    return { id: ctx.param("id"), version: ctx.input("params").version! }
  }
  file(ctx: Context<typeof Posts.file>) {
    return ctx.param("*")
  }
  async raw(ctx: Context<typeof Posts.raw>) {
    const body = await ctx.request().body()
    const type = ctx.header("content-type")
    if (ctx.param("kind") === "bytes") return body
    return { type, text: new TextDecoder().decode(body) }
  }
  watch(ctx: Context<typeof Posts.watch>) {
    return events(ticks(ctx.signal))
  }
  slow(ctx: Context<typeof Posts.slow>) {
    return new Promise<string>((resolve) => {
      ctx.signal.addEventListener("abort", () => resolve("gone"))
    })
  }
  peek() {
    return "never sent"
  }
}

async function* ticks(signal: AbortSignal) {
  for (let tick = 1; !signal.aborted; tick++) yield { data: tick, event: "tick" }
}

let app: TestApp
let posts: Client<typeof Posts>

beforeAll(async () => {
  app = await createTestApp(module({ name: "posts", declarations: [PostsController] }), {
    middlewares: [requestId()],
  })
  posts = createClient(Posts, app)
})

describe("createClient", () => {
  it("types the reply by its status", async () => {
    const reply = await posts.show({ params: { id: "1" } })
    if (reply.status === 404) {
      expectTypeOf(reply.body).toEqualTypeOf<{ error: string }>()
      expectTypeOf(reply.ok).toEqualTypeOf<false>()
    } else if (reply.status === 200) {
      expectTypeOf(reply.body).toEqualTypeOf<{ id: string; title: string }>()
      expectTypeOf(reply.ok).toEqualTypeOf<true>()
    } else {
      // A guard's 401, a proxy's 502: nothing is known of these.
      expectTypeOf(reply.body).toEqualTypeOf<unknown>()
      expectTypeOf(reply.status).toExtend<number>()
    }
    if (reply.ok) expectTypeOf(reply.status).toEqualTypeOf<200>()
    expect(reply).toMatchObject({ ok: true, status: 200, body: { id: "1", title: "First" } })
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8")
    const missing = await posts.show({ params: { id: "a/b" } })
    expect(missing).toMatchObject({ ok: false, status: 404, body: { error: "No post a/b" } })
    const other = await posts.show({ params: { id: "401" } })
    expect(other).toMatchObject({ ok: false, status: 401, body: { error: "Missing token" } })
  })

  it("types what it sends", () => {
    const calls = () => {
      void posts.index()
      void posts.index({ query: { limit: 1, drafts: true } })
      void posts.show({ params: { id: 7 } })
      // @ts-expect-error the path has a parameter
      void posts.show()
      // @ts-expect-error it is called "id"
      void posts.show({ params: { name: "7" } })
      // @ts-expect-error "limit" is a number
      void posts.index({ query: { limit: "1" } })
      // @ts-expect-error "page" is not in the schema
      void posts.index({ query: { page: 1 } })
      // @ts-expect-error "word" is required
      void posts.search()
      // @ts-expect-error "title" is required
      void posts.create({ body: {} })
      // @ts-expect-error the schema makes it a number
      void posts.version({ params: { id: "1", version: "2" } })
      // @ts-expect-error the schema makes it a number
      void posts.create({ body: { title: "T" }, headers: { "x-team": "a" } })
      // @ts-expect-error a command is not a request
      void posts.purge()
    }
    expect(calls).toBeTypeOf("function")
    expectTypeOf(posts.index).parameter(0).toExtend<object | undefined>()
    expectTypeOf<Awaited<ReturnType<typeof posts.file>>>().toEqualTypeOf<
      ClientReply<true> | ClientReply<false>
    >()
  })

  it("sends query, parameters and headers as the server converts them", async () => {
    const query = { limit: 3, drafts: false, word: "a&b=c é" }
    const found = await posts.index({ query }).orThrow()
    expect(JSON.parse(found.body[0]!.id)).toEqual(query)
    expectTypeOf(found.body).toEqualTypeOf<{ id: string; title: string }[]>()
    const shown = await posts.version({ params: { id: "x y", version: 12 } })
    expect(shown.body).toEqual({ id: "x y", version: 12 })
    const created = await posts.create({ body: { title: "T" }, headers: { "X-Team": 9 } })
    expect(created).toMatchObject({ status: 201, body: { id: "9", title: "T" } })
    expect((await posts.file({ params: { "*": "a b/é/c" } })).body).toBe("a b/é/c")
  })

  it("gives null where there is no body", async () => {
    const removed = await posts.remove({ params: { id: "1" } })
    expect(removed).toMatchObject({ ok: true, status: 204, body: null })
    if (removed.status === 204) expectTypeOf(removed.body).toEqualTypeOf<null>()
    expect(await posts.peek({ params: { id: "1" } })).toMatchObject({ status: 200, body: null })
  })

  it("throws what is not ok, if asked to", async () => {
    const shown = await posts.show({ params: { id: "1" } }).orThrow()
    expectTypeOf(shown).toEqualTypeOf<ClientReply<true, 200, { id: string; title: string }>>()
    const error = await posts
      .show({ params: { id: "2" } })
      .orThrow()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({
      code: "STATUS",
      record: "GET /posts/:id",
      status: 404,
      body: { error: "No post 2" },
      message: "GET /posts/:id was answered with 404: No post 2",
    })
  })

  it("rejects what cannot be sent, and sends nothing", async () => {
    let sent = 0
    const counting = createClient(Posts, { ...app, fetch: (request) => (sent++, app.fetch(request)) })
    await expect(counting.show({ params: { id: ".." } })).rejects.toMatchObject({ code: "REQUEST" })
    await expect(counting.index({ query: { limit: NaN } })).rejects.toMatchObject({ code: "REQUEST" })
    for (const value of [1e21, "\u20ac", "a\nb"])
      await expect(counting.index({ headers: { "x-a": value } })).rejects.toThrow("`headers.x-a`")
    expect(sent).toBe(0)
    expect(() => createClient(Posts, { url: "http://a.example/?a=1" })).toThrow("Remove the query")
  })

  it("sends headers of the client with every request, and those of a call instead", async () => {
    const seen: Headers[] = []
    const fetch = (request: Request) => (seen.push(request.headers), app.fetch(request))
    const fixed = createClient(Posts, { ...app, fetch, headers: { "X-A": 1, "x-b": "b" } })
    await fixed.index({ headers: { "x-a": "2" } })
    expect([seen[0]!.get("x-a"), seen[0]!.get("x-b")]).toEqual(["2", "b"])
    let token = 0
    const asked = createClient(Posts, {
      ...app,
      fetch,
      headers: async () => ({ authorization: `Bearer ${++token}` }),
    })
    await asked.index()
    await asked.index()
    expect(seen.slice(1).map((headers) => headers.get("authorization"))).toEqual(["Bearer 1", "Bearer 2"])
  })

  it("appends the paths of records to the path of its address", async () => {
    const seen: string[] = []
    const fetch = (request: Request) => (seen.push(request.url), app.fetch(request))
    for (const url of [
      "http://a.example",
      "http://a.example/",
      "http://a.example/api/v1",
      "http://a.example/api/",
    ])
      await createClient(Posts, { ...app, fetch, url }).index({ query: { limit: 1 } })
    expect(seen).toEqual([
      "http://a.example/posts?limit=1",
      "http://a.example/posts?limit=1",
      "http://a.example/api/v1/posts?limit=1",
      "http://a.example/api/posts?limit=1",
    ])
  })

  it("sends JSON, and forms, blobs, streams and bytes as they are", async () => {
    const send = async (body: unknown) => {
      const reply = await posts.raw({ params: { kind: "text" }, body }).orThrow()
      const { type, text } = reply.body as { type: string; text: string }
      return [type, text]
    }
    expect(await send({ a: [1] })).toEqual(["application/json", '{"a":[1]}'])
    expect(await send("text")).toEqual(["application/json", '"text"'])
    expect(await send(null)).toEqual(["application/json", "null"])
    expect(await send(undefined)).toEqual(["", ""])
    expect(await send(new URLSearchParams({ a: "é" }))).toEqual([
      "application/x-www-form-urlencoded;charset=UTF-8",
      "a=%C3%A9",
    ])
    expect(await send(new Blob(["{"], { type: "application/json" }))).toEqual(["application/json", "{"])
    expect(await send(Uint8Array.of(97))).toEqual(["", "a"])
    expect(await send(new Blob(["a", "b"]).stream())).toEqual(["", "ab"])
    const form = new FormData()
    form.append("file", new File(["content"], "a.txt", { type: "text/plain" }))
    const [type, text] = await send(form)
    expect(type).toMatch(/^multipart\/form-data; boundary=/)
    expect(text).toContain("content")
  })

  it("reads bytes, and whatever a reader of the call's own makes of a reply", async () => {
    const bytes = Uint8Array.of(0, 255)
    const raw = { params: { kind: "bytes" }, body: bytes }
    expect((await posts.raw(raw)).body).toEqual(bytes)
    const blob = await posts.raw({ ...raw, read: (response) => response.blob() }).orThrow()
    expectTypeOf(blob.body).toEqualTypeOf<Blob>()
    expect(blob.body.size).toBe(2)
    // Errors are read as ever.
    const missing = await posts.show({ params: { id: "2" }, read: () => "never" })
    expect(missing.body).toEqual({ error: "No post 2" })
    if (missing.status === 200) expectTypeOf(missing.body).toEqualTypeOf<string>()
    if (missing.status === 404) expectTypeOf(missing.body).toEqualTypeOf<{ error: string }>()
    const { body: stream } = await posts.raw({ ...raw, read: readStream }).orThrow()
    expect(await Array.fromAsync(stream)).toEqual([bytes])
  })

  it("reads server-sent events until the reader leaves", async () => {
    const { body } = await posts.watch({ read: readEvents }).orThrow()
    const seen: string[] = []
    for await (const { event, data } of body) {
      seen.push(`${event} ${data}`)
      if (seen.length === 3) break
    }
    expect(seen).toEqual(["tick 1", "tick 2", "tick 3"])
  })

  it("ends with its signal, and with its time", async () => {
    const controller = new AbortController()
    const call = posts.slow({ signal: controller.signal })
    setTimeout(() => controller.abort(), 5)
    await expect(call).rejects.toMatchObject({
      code: "ABORTED",
      message: "GET http://localhost/slow: aborted by its signal",
    })
    await expect(posts.slow({ signal: controller.signal })).rejects.toMatchObject({ code: "ABORTED" })
    const hasty = createClient(Posts, { ...app, timeout: 5 })
    await expect(hasty.slow({ signal: new AbortController().signal })).rejects.toMatchObject({
      code: "TIMEOUT",
      message: expect.stringContaining("within 5 ms") as string,
    })
  })

  it("accepts a status that the record does not name, but does not call it ok", async () => {
    const fetch = () => Response.json({ odd: true }, { status: 206 })
    const odd = createClient(Posts, { url: "http://a.example", fetch })
    expect(await odd.index()).toMatchObject({ ok: false, status: 206, body: { odd: true } })
    expect(await odd.file({ params: { "*": "a" } })).toMatchObject({ ok: true, status: 206 })
  })

  it("rejects a named reply that is not the JSON it says, and gives others as text", async () => {
    const page = (status: number) =>
      createClient(Posts, {
        url: "http://a.example",
        retry: 0,
        fetch: () => new Response("<html>", { status, headers: { "content-type": "application/json" } }),
      })
    await expect(page(200).index({ query: { word: "secret" } })).rejects.toMatchObject({
      code: "REPLY",
      status: 200,
      message: expect.not.stringContaining("secret") as string,
    })
    expect(await page(502).index()).toMatchObject({ ok: false, status: 502, body: "<html>" })
  })
})
