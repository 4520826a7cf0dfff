import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Middleware, Next } from "../../context/middleware.ts"
import { get, group, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp, type TestAppOptions } from "../../testing/create-test-app.ts"

/** Signs in whoever shows a name. The last two forget the value where nobody does. */
class Viewer {
  readonly provides = ["test_viewer"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("test_viewer", ctx.header("x-name") || undefined)
    return next()
  }
}
class Forgetful {
  readonly provides = ["test_viewer"] as const
  handle(ctx: Context, next: Next) {
    if (ctx.header("x-name") !== "") ctx.set("test_viewer", ctx.header("x-name"))
    return next()
  }
}
class ForgetfulLater {
  readonly provides = ["test_viewer"] as const
  async handle(ctx: Context, next: Next) {
    await Promise.resolve()
    if (ctx.header("x-name") !== "") ctx.set("test_viewer", ctx.header("x-name"))
    return next()
  }
}

const silent: Middleware = { name: "silent", handle: () => undefined }
const silentLater: Middleware = { name: "silentLater", handle: async () => Promise.resolve() }
const empty: Middleware = { handle: (ctx: Context) => ctx.status(204).send("") }
const emptyLater: Middleware = { handle: async (ctx: Context) => Promise.resolve(ctx.status(204).send("")) }
const wrapping: Middleware = { handle: (_: Context, next: Next) => next() }

class Site {
  hello(ctx: Context<string, "test_viewer">) {
    return { hello: ctx.get("test_viewer") ?? "nobody" }
  }
  routes() {
    const one = () => 1
    return routes([
      get("/viewer", this.hello, { middlewares: [Viewer] }),
      group("/forgetful/:id", [Forgetful], [get("", this.hello)]),
      get("/forgetful-later", this.hello, { middlewares: [ForgetfulLater] }),
      get("/silent/:id", one, { middlewares: [silent] }),
      get("/silent-later", one, { middlewares: [silentLater] }),
      get("/empty", one, { middlewares: [empty] }),
      get("/empty-later", one, { middlewares: [emptyLater] }),
      get("/handler-empty", () => undefined, { middlewares: [wrapping] }),
    ])
  }
}
const Root = module({ name: "site", declarations: [Site] })

async function call(path: string, headers = {}, options: TestAppOptions = {}) {
  const app = await createTestApp(Root, options)
  const reply = await app.request("GET", path, { headers })
  return { status: reply.status, json: () => reply.json(), err: app.logs.at(-1)?.["err"] }
}

describe("a middleware that provides a value", () => {
  it("may set it to undefined: sign-in can be optional", async () => {
    expect((await call("/viewer", { "x-name": "Ada" })).json()).toEqual({ hello: "Ada" })
    expect((await call("/viewer")).json()).toEqual({ hello: "nobody" })
  })

  it("is a fault when it calls next() without having set it", async () => {
    for (const [path, middleware, route] of [
      ["/forgetful/7", "Forgetful", "GET /forgetful/:id"],
      ["/forgetful-later", "ForgetfulLater", "GET /forgetful-later"],
    ] as const) {
      expect((await call(path, { "x-name": "Ada" })).status).toBe(200)
      const { status, err } = await call(path)
      expect(status).toBe(500)
      const details = { middleware, route, key: "test_viewer" }
      expect(err).toMatchObject({ code: "PROVIDED_NOT_SET", details })
      expect((err as { where: string }).where).toContain("watch-middleware.test.ts:")
    }
  })

  it("is not checked in production", async () => {
    expect((await call("/forgetful/7", {}, { production: true })).status).toBe(200)
  })
})

describe("a middleware that does nothing", () => {
  it("is reported by name when it neither calls next() nor returns a value", async () => {
    for (const [path, middleware, route] of [
      ["/silent/7", "silent", "GET /silent/:id"],
      ["/silent-later", "silentLater", "GET /silent-later"],
    ] as const) {
      const { status, err } = await call(path)
      expect(status).toBe(500)
      expect(err).toMatchObject({ code: "MIDDLEWARE_SILENT", details: { middleware, route } })
    }
  })

  it("is reported where it wraps the whole application, for calls without a route too", async () => {
    const { status, err } = await call("/nowhere", {}, { middlewares: [silent] })
    expect(status).toBe(500)
    expect(err).toMatchObject({ code: "MIDDLEWARE_SILENT", details: { route: "GET /nowhere" } })
  })

  it("may answer with nothing on purpose, and let a handler do so", async () => {
    expect((await call("/empty")).status).toBe(204)
    expect((await call("/empty-later")).status).toBe(204)
    expect((await call("/handler-empty")).status).toBe(204)
  })

  it("is not watched in production", async () => {
    expect((await call("/silent/7", {}, { production: true })).status).toBe(204)
    expect((await call("/silent-later", {}, { production: true })).status).toBe(204)
  })
})
