import { describe, expect, it } from "vitest"
import { type Context, dto, get, module, post, PublicError } from "../index.ts"
import { Fault } from "../fault/fault.ts"
import { createTestApp, type TestApp } from "../testing.ts"

function appThatThrows(thrown: unknown, before: (ctx: Context) => void = () => undefined): Promise<TestApp> {
  class Throwing {
    routes() {
      return [get("/secret-route", this.fail), post("/bind", this.bind)]
    }
    fail(ctx: Context): never {
      before(ctx)
      throw thrown
    }
    bind(ctx: Context) {
      return ctx.bind(dto({ title: "required", pages: "integer" }))
    }
  }
  return createTestApp(module({ name: "test", declarations: [Throwing] }))
}

const problem = { accept: "application/problem+json" }

describe("jsonFailure", () => {
  it.each([
    ["an error", new Error("secret: password=1")],
    ["a text", "secret"],
    ["nothing", undefined],
    ["null", null],
    ["an object", { status: 404, publicMessage: "not an Error" }],
    ["an error with a status alone", Object.assign(new Error("secret"), { status: 404 })],
    [
      "an error with a status that is no error's",
      Object.assign(new Error("s"), { status: 200, publicMessage: "m" }),
    ],
    [
      "an error with a status that is none",
      Object.assign(new Error("s"), { status: Number.NaN, publicMessage: "m" }),
    ],
  ])("tells a client nothing of %s, and logs it", async (_, thrown) => {
    const app = await appThatThrows(thrown)
    const reply = await app.request("GET", "/secret-route")
    expect([reply.status, reply.text()]).toEqual([500, '{"error":"Internal Server Error"}'])
    expect(app.logs).toHaveLength(1)
    expect(app.logs[0]).toMatchObject({ level: 50, route: "GET /secret-route", msg: "call failed" })
  })

  it("logs the stack and the cause", async () => {
    const app = await appThatThrows(new Error("outer", { cause: new Error("inner") }))
    await app.request("GET", "/secret-route")
    expect(app.logs[0]).toMatchObject({ err: { message: "outer", cause: { message: "inner" } } })
    expect(JSON.stringify(app.logs[0])).toContain("json-failure.test")
  })

  it("tells a public message, with its status and headers, and logs nothing below 500", async () => {
    const app = await appThatThrows(new PublicError(429, "Too many", { headers: { "retry-after": "9" } }))
    const reply = await app.request("GET", "/secret-route")
    expect([reply.status, reply.text(), reply.headers.get("retry-after")]).toEqual([
      429,
      '{"error":"Too many"}',
      "9",
    ])
    expect(app.logs).toHaveLength(0)
  })

  it("says that its form depends on `Accept`, beside what else the reply depends on", async () => {
    const vary = { headers: { vary: "Cookie" } }
    const app = await appThatThrows(new PublicError(429, "Too many", vary), (ctx) =>
      ctx.response().appendHeader("vary", "Origin"),
    )
    for (const headers of [{}, problem]) {
      const reply = await app.request("GET", "/secret-route", { headers })
      expect(reply.headers.all("vary")).toEqual(["Cookie", "Accept", "Origin"])
    }
    expect((await app.request("GET", "/none")).headers.all("vary")).toEqual(["Accept"])
  })

  it.each([{}, problem])(
    "answers %j without a route as it answers the fault, which it does not create",
    async (headers) => {
      const app = await appThatThrows(new Fault("NOT_FOUND", { method: "GET", path: "/secret-route" }))
      const thrown = await app.request("GET", "/secret-route", { headers })
      const missing = await app.request("GET", "/none", { headers })
      expect([missing.status, missing.text()]).toEqual([thrown.status, thrown.text()])
      expect(missing.headers.list).toEqual(thrown.headers.list)
    },
  )

  it("logs nothing of a status of 500 or more that is reported in another way", async () => {
    const app = await appThatThrows(new PublicError(503, "Service Unavailable", { log: false }))
    expect((await app.request("GET", "/secret-route")).status).toBe(503)
    expect(app.logs).toHaveLength(0)
  })

  it("answers 500 where the headers of an error would split the reply", async () => {
    const app = await appThatThrows(new PublicError(429, "Too many", { headers: { "x-a": "1\r\nb: 2" } }))
    const reply = await app.request("GET", "/secret-route")
    expect([reply.status, reply.text()]).toEqual([500, '{"error":"Internal Server Error"}'])
    expect(reply.headers.get("x-a")).toBeUndefined()
  })

  it("keeps what middlewares set, but not what was said of another body", async () => {
    const app = await appThatThrows(new Error("secret"), (ctx) => {
      ctx.response().setHeader("x-kept", "1")
      ctx.response().setHeader("content-type", "image/png")
      ctx.response().setHeader("content-length", "3")
      ctx.response().setHeader("etag", '"a"')
    })
    const { headers } = await app.request("GET", "/secret-route")
    expect(headers.get("x-kept")).toBe("1")
    expect([headers.get("content-length"), headers.get("etag")]).toEqual([undefined, undefined])
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
  })

  it("gives problem details to those who ask, with the failing fields", async () => {
    const app = await appThatThrows(undefined)
    const reply = await app.request("POST", "/bind", { json: { pages: "x" }, headers: problem })
    expect(reply.headers.get("content-type")).toBe("application/problem+json; charset=utf-8")
    expect(reply.json()).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: "Invalid request",
      error: "Invalid request",
      errors: [
        { path: "title", message: "is required", code: "required" },
        { path: "pages", message: "must be a number", code: "number" },
      ],
    })
  })

  it("tells no more in problem details than otherwise", async () => {
    const app = await appThatThrows(new Error("secret"))
    const reply = await app.request("GET", "/secret-route", { headers: problem })
    expect(reply.text()).not.toContain("secret")
    expect(reply.json()).toMatchObject({ status: 500, error: "Internal Server Error" })
  })
})
