import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next } from "../../context/middleware.ts"
import { createTestApp } from "../../testing.ts"
import { get, group, head, routes } from "./make-route.ts"
import { module } from "../module.ts"
import { mount } from "./mount.ts"
import type { Route } from "./route.ts"

const where = (request: Request) => new Response(`${request.method} ${new URL(request.url).pathname}`)

async function appWith(records: readonly Route[], options = {}) {
  class Records {
    routes() {
      return records
    }
  }
  return createTestApp(module({ name: "test", declarations: [Records] }), options)
}

class Provide {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("user_id", "ada")
    return next()
  }
}
class Need {
  handle(_: Context<string, "user_id">, next: Next) {
    return next()
  }
}

describe("mount", () => {
  it("answers a path and everything below it, and nothing beside it", async () => {
    const app = await appWith(routes([mount("/m", where)]))
    for (const path of ["/m", "/m/", "/m/a", "/m//a/", "/m/a/b"])
      expect((await app.request("GET", path)).text()).toBe(`GET ${path}`)
    for (const path of ["/", "/mm", "/M", "/m.", "//m", "/a/m"])
      expect((await app.request("GET", path)).status, path).toBe(404)
  })

  it("can be the rest of an application", async () => {
    const app = await appWith(routes([mount("/", where), get("/own", () => "own")]))
    const reply = async (method: string, path: string) => (await app.request(method, path)).text()
    expect([await reply("GET", "/"), await reply("POST", "/x")]).toEqual(["GET /", "POST /x"])
    expect([await reply("GET", "/own"), await reply("POST", "/own")]).toEqual(['"own"', "POST /own"])
    // A HEAD request is one for the headers of GET.
    expect((await app.request("HEAD", "/own")).headers.get("content-type")).toContain("json")
  })

  it("stands in groups, at a path with parameters, or at the path of a group", async () => {
    const app = await appWith(
      routes([group("/g/:id", [mount("", where)]), group("/h", [mount("/m", where)])]),
    )
    for (const path of ["/g/1", "/g/1/", "/g/1/x", "/h/m", "/h/m/x"])
      expect((await app.request("PUT", path)).text()).toBe(`PUT ${path}`)
    for (const path of ["/g", "/h", "/h/x"]) expect((await app.request("PUT", path)).status, path).toBe(404)
  })

  it("calls the `fetch` of an object with the object as `this`", async () => {
    const handler = { text: "own", fetch: () => new Response("") }
    handler.fetch = function (this: { text: string }) {
      return new Response(this.text)
    }
    const app = await appWith([mount("/m", handler)])
    expect((await app.request("GET", "/m")).text()).toBe("own")
  })

  it("loses against routes of its own path and below it, method by method", async () => {
    const app = await appWith(
      routes([mount("/m", where), get("/m", () => 1), get("/m/:id", () => 2), head("/m/x/y", () => 3)]),
    )
    const reply = async (method: string, path: string) => (await app.request(method, path)).text()
    expect(await Promise.all([reply("GET", "/m"), reply("GET", "/m/a"), reply("GET", "/m/a/b")])).toEqual([
      "1",
      "2",
      "GET /m/a/b",
    ])
    expect(await Promise.all([reply("POST", "/m"), reply("DELETE", "/m/a")])).toEqual([
      "POST /m",
      "DELETE /m/a",
    ])
  })

  it("is in conflict with another at the same path", async () => {
    const twice = appWith(routes([mount("/m/:a", where), mount("/m/:b", where)]))
    await expect(twice).rejects.toThrow(/ROUTE_CONFLICT[^]*`ANY \/m\/:b`[^]*`ANY \/m\/:a`/)
  })

  it("can be added and removed while the application runs", async () => {
    const app = await appWith(routes([get("/m/own", () => "own")]))
    app.routes.add(mount("/m", where))
    expect((await app.request("PATCH", "/m/x")).text()).toBe("PATCH /m/x")
    expect((await app.request("GET", "/m/own")).json()).toBe("own")
    expect(() => app.routes.add(mount("/m", where))).toThrow("matches the same calls")
    app.routes.add(get("/m", () => "new"))
    expect((await app.request("GET", "/m")).json()).toBe("new")
    expect([app.routes.remove("ANY", "/m"), app.routes.remove("ANY", "/m/*")]).toEqual([true, true])
    expect((await app.request("PATCH", "/m/x")).status).toBe(404)
    expect((await app.request("GET", "/m")).json()).toBe("new")
  })

  it("leaves other methods to 404 or 405", async () => {
    const app = await appWith([mount("/m", where)], { methodNotAllowed: true })
    const reply = await app.request("TRACE", "/m/x")
    expect([reply.status, reply.headers.get("allow")]).toEqual([
      405,
      "GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD",
    ])
    expect((await (await appWith([mount("/m", where)])).request("PROPFIND", "/m")).status).toBe(404)
  })

  it("runs its middlewares, and those of its groups, in order", async () => {
    const seen: string[] = []
    const note = (name: string) => ({
      name,
      handle(_: Context, next: Next) {
        seen.push(name)
        return next()
      },
    })
    const app = await appWith(
      routes([
        group("", [note("group")], [mount("/m", where, { middlewares: [note("mount")], summary: "m" })]),
      ]),
    )
    await app.request("GET", "/m/x")
    expect(seen).toEqual(["group", "mount"])
  })

  it("rejects a handler and options that it does not know", () => {
    expect(() => mount("/m", {} as never)).toThrow(/neither a function nor an object with `fetch`/)
    expect(() => mount("/m", undefined as never)).toThrow("the handler is `undefined`")
    expect(() => mount("/m", where, { about: {} } as never)).toThrow(/`about` is unknown/)
  })

  it("is checked by the compiler like other records", () => {
    routes([mount("/m", where), group("/g", [new Provide()], [mount("/m", where, { middlewares: [Need] })])])
    // @ts-expect-error needs user_id from a middleware
    routes([mount("/m", where, { middlewares: [Need] })])
    // @ts-expect-error a Node listener has to be wrapped with fromNode()
    mount("/m", (request: IncomingMessage) => void request)
    // @ts-expect-error what it returns is no Response
    mount("/m", () => "text")
    // @ts-expect-error mounted handlers describe themselves
    expect(() => mount("/m", where, { returns: {} })).toThrow("`returns` is unknown")
  })
})
