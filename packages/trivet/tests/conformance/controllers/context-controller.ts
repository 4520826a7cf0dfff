import { type Context, get, post, routes } from "trivet"
import { ProvidesUser } from "../middlewares.ts"

/** Says what the context tells of a call. */
export class ContextController {
  routes() {
    return routes([
      get("/context/facts/:id", this.facts),
      get("/context/params/:first/:second", this.params),
      get("/context/files/*", this.files),
      get("/context/query", this.query),
      get("/context/header/:name", this.header),
      get("/context/headers", this.headers),
      get("/context/cookie/:name", this.cookie),
      get("/context/user", this.user, { middlewares: [ProvidesUser] }),
      get("/context/nobody", this.nobody),
      get("/context/values", this.values),
      get("/context/json/:status", this.json),
      get("/context/text/:status", this.text),
      get("/context/nothing/:status", this.nothing),
      get("/context/response-headers", this.responseHeaders),
      get("/context/cookies", this.cookies),
      post("/context/body", this.body),
      post("/context/body-unread", this.bodyUnread),
    ])
  }

  facts(ctx: Context<"/context/facts/:id">) {
    const { method, path, pattern, secure, address } = ctx
    return { method, path, pattern, secure, local: address === "127.0.0.1" || address === "::1" }
  }
  params(ctx: Context<"/context/params/:first/:second">) {
    return { first: ctx.param("first"), second: ctx.param("second"), all: ctx.request().params() }
  }
  files(ctx: Context<"/context/files/*">) {
    return { rest: ctx.param("*"), all: ctx.request().params() }
  }
  query(ctx: Context) {
    return {
      one: ctx.query("one"),
      byDefault: ctx.queryDefault("one", "fallback"),
      inherited: ctx.query("constructor"),
      all: ctx.request().queries(),
    }
  }
  header(ctx: Context<"/context/header/:name">) {
    const name = ctx.param("name")
    return {
      value: ctx.header(name),
      upper: ctx.header(name.toUpperCase()),
      map: ctx.request().headers()[name] ?? null,
    }
  }
  headers(ctx: Context) {
    const headers = ctx.request().headers()
    return { prototype: Object.getPrototypeOf(headers) as unknown, one: headers["x-one"] ?? null }
  }
  cookie(ctx: Context<"/context/cookie/:name">) {
    return { value: ctx.cookie(ctx.param("name")) }
  }
  user(ctx: Context<string, "conformance_user">) {
    return { user: ctx.get("conformance_user") }
  }
  nobody(ctx: Context) {
    return { user: ctx.get("conformance_user") ?? null }
  }
  values(ctx: Context) {
    ctx.set("conformance_user", "first")
    ctx.setValue("conformance_user", "second")
    return { user: ctx.get("conformance_user") }
  }
  json(ctx: Context<"/context/json/:status">) {
    return ctx.status(Number(ctx.param("status"))).json({ told: true })
  }
  text(ctx: Context<"/context/text/:status">) {
    return ctx.status(Number(ctx.param("status"))).send("told: ä")
  }
  nothing(ctx: Context<"/context/nothing/:status">) {
    return ctx.status(Number(ctx.param("status"))).json(undefined)
  }
  responseHeaders(ctx: Context) {
    const response = ctx.response()
    response.setHeader("X-Set", "first")
    response.setHeader("x-set", "second")
    response.appendHeader("X-Many", "one")
    response.appendHeader("x-many", "two")
    response.setHeader("X-Latin", "caf\u00e9")
    response.setHeader("X-Empty", "")
    return { told: true }
  }
  cookies(ctx: Context) {
    ctx.setCookie("first", "a b;ä", { maxAge: 60 })
    ctx.setCookie("second", "2", { path: "/two", sameSite: "Strict", secure: true, httpOnly: false })
    ctx.setCookie("third", "", { maxAge: 0, domain: "app.example" })
    return undefined
  }
  async body(ctx: Context) {
    const first = await ctx.request().body()
    const second = await ctx.request().body()
    return { length: first.length, text: new TextDecoder().decode(first), same: first === second }
  }
  bodyUnread() {
    return { told: true }
  }
}
