import { type Context, get, post, PublicError, Reply, type StandardSchema } from "../../../src/index.ts"

const anything: StandardSchema<unknown, unknown> = {
  "~standard": { version: 1, vendor: "attacks", validate: (value) => ({ value }) },
}

const people = new Map([["1", "Ada"]])

/** Gives back what it was sent, in each place where a careless application would. */
export class Mirror {
  routes() {
    return [
      get("/alive", () => ({ pid: process.pid })),
      get("/users/:id", (ctx) => ({ id: ctx.param("id"), name: people.get(ctx.param("id")) ?? null })),
      get("/files/*", (ctx) => ({ rest: ctx.param("*") })),
      get("/query", this.query),
      get("/cookies", this.cookies),
      post("/any", this.any),
      post("/bytes", this.bytes),
      post("/unread", () => ({ read: false })),
      get("/header", this.header),
      get("/replaced", this.replaced),
      get("/cookie", this.cookie),
      get("/location", this.location),
      get("/thrown", this.thrown),
      get("/thrown-later", this.thrownLater),
      get("/response", this.response),
      get("/reply", this.reply),
      get("/consumed", this.consumed),
      get("/status/:status", (ctx) => ctx.status(Number(ctx.param("status"))).send("text")),
    ]
  }

  query(ctx: Context) {
    const queries = ctx.request().queries()
    merge({}, queries)
    const names = Object.keys(queries)
    return {
      count: names.length,
      plain: Object.values(queries).every((value) => typeof value === "string"),
      queries,
    }
  }

  cookies(ctx: Context) {
    const names = ctx.query("names").split(",")
    const cookies = names.map((name) => [name, ctx.cookie(name)])
    merge({}, Object.fromEntries(cookies) as object)
    return { cookies }
  }

  async any(ctx: Context) {
    const value = await ctx.bind(anything)
    merge({}, value)
    return { value }
  }

  async bytes(ctx: Context) {
    const bytes = await ctx.request().body()
    return { length: bytes.length }
  }

  header(ctx: Context) {
    ctx.response().setHeader("x-echo", ctx.query("value"))
    return { done: true }
  }

  replaced(ctx: Context) {
    ctx.response().setHeader("x-frame-options", ctx.query("value"))
    return { done: true }
  }

  cookie(ctx: Context) {
    ctx.setCookie(ctx.queryDefault("name", "echo"), ctx.query("value"), {
      path: ctx.queryDefault("path", "/"),
    })
    return { done: true }
  }

  location(ctx: Context) {
    ctx.response().setHeader("location", ctx.query("value"))
    return ctx.status(302).send("")
  }

  thrown(ctx: Context) {
    throw new PublicError(409, "Conflict", { headers: { "x-echo": ctx.query("value") } })
  }

  async thrownLater(ctx: Context) {
    await Promise.resolve()
    this.thrown(ctx)
  }

  response() {
    return new Response("as it is", { headers: { vary: "Accept" } })
  }

  reply(ctx: Context) {
    return Reply.body(200, ctx.query("value"), "text")
  }

  async consumed() {
    const response = new Response("read already")
    await response.text()
    return response
  }
}

/** The deep merge that so much code still has: every name of the source is followed into the target. */
function merge(target: object, source: unknown): void {
  for (const [name, value] of Object.entries(source ?? {})) {
    if (typeof value !== "object" || value === null) {
      Reflect.set(target, name, value)
      continue
    }
    if (Reflect.get(target, name) === undefined) Reflect.set(target, name, {})
    const inner: unknown = Reflect.get(target, name)
    if (typeof inner === "object" || typeof inner === "function") merge(inner!, value)
  }
}
