import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next } from "../../context/middleware.ts"
import { get, group } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { dto } from "../../schema/dto/dto.ts"
import { createTestApp } from "../../testing/create-test-app.ts"

class Auth {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    if (ctx.header("x-name") === "") return ctx.status(401).json({ error: "Who are you?" })
    ctx.set("user_id", ctx.header("x-name"))
    return next()
  }
}
class Unmade extends Auth {}

const mine = (ctx: Context<"/mine", "user_id">) => ({ by: ctx.get("user_id") })
const show = (ctx: Context<"/:id">) => ({ id: ctx.param("id") })
const headers = { "x-name": "ada" }

const start = () => createTestApp(module({ name: "root", declarations: [Auth] }))

describe("app.routes.add", () => {
  it("takes a plain record with middlewares, and what a maker gives", async () => {
    const app = await start()
    app.routes.add({ method: "GET", path: "/mine", handler: mine, middlewares: [Auth] })
    app.routes.add(get("/made/:id", show, { middlewares: [new Auth()] }))
    expect((await app.request("GET", "/mine")).status).toBe(401)
    expect((await app.request("GET", "/mine", { headers })).json()).toEqual({ by: "ada" })
    expect((await app.request("GET", "/made/7")).status).toBe(401)
    expect((await app.request("GET", "/made/7", { headers })).json()).toEqual({ id: "7" })
    expect(app.routes.remove("GET", "/mine")).toBe(true)
    expect((await app.request("GET", "/mine", { headers })).status).toBe(404)
  })

  it("takes groups, and adds all of their routes or none", async () => {
    const app = await start()
    app.routes.add(group("/a", [Auth], [get("/mine", mine), { method: "GET", path: "/:id", handler: show }]))
    expect((await app.request("GET", "/a/mine", { headers })).json()).toEqual({ by: "ada" })
    expect((await app.request("GET", "/a/7", { headers })).json()).toEqual({ id: "7" })
    const taken = group("/a", [get("/new", () => 1), get("/:other", () => 1)])
    expect(() => app.routes.add(taken)).toThrow("`GET /a/:other`")
    expect((await app.request("GET", "/a/new", { headers })).json()).toEqual({ id: "new" })
  })

  it("gives the record's further fields their meaning", async () => {
    const app = await start()
    const body = dto({ title: "required" })
    const create = (ctx: Context<{ path: "/posts"; accepts: { body: typeof body } }>) => ctx.bind()
    app.routes.add({ method: "POST", path: "/posts", handler: create, accepts: { body } })
    expect((await app.request("POST", "/posts", { json: {} })).status).toBe(400)
    expect((await app.request("POST", "/posts", { json: { title: "T" } })).json()).toEqual({ title: "T" })
  })

  it("does not compile with a handler that needs what nothing on its way gives", async () => {
    const app = await start()
    // @ts-expect-error needs user_id from a middleware
    app.routes.add({ method: "GET", path: "/mine", handler: mine })
    // @ts-expect-error needs :id in the path
    app.routes.add({ method: "GET", path: "/posts/:slug", handler: show })
    // @ts-expect-error needs user_id from a middleware
    app.routes.add(get("/other", mine))
    // @ts-expect-error no such property
    app.routes.add({ method: "GET", path: "/open", handler: () => 1, middleware: [Auth] })
    expect.assertions(0)
  })

  it("raises a fault for a class without an instance, what is not a record, and what boot rejects", async () => {
    const app = await start()
    expect(() => app.routes.add(get("/x", () => 1, { middlewares: [Unmade] }))).toThrow("`Unmade`")
    // @ts-expect-error a record is an object
    expect(() => app.routes.add("GET")).toThrow('the text "GET" as a route')
    expect(() => app.routes.add({ path: "no-slash", method: "GET", handler: () => 1 })).toThrow("no-slash")
    expect((await app.request("GET", "/x")).status).toBe(404)
  })
})
