import { describe, expect, it } from "vitest"
import { api, type ErrorDetails, type ErrorFormat, problem } from "../../api.ts"
import { type AppOptions, type Context, dto, get, module, post, PublicError, Reply } from "../../index.ts"
import { defineFaults } from "../../extend.ts"
import { createTestApp, type TestApp } from "../../testing.ts"

const errors = {
  type: "application/vnd.shop.error+json",
  schema: dto({ fault: "required", status: "required,integer" }),
  body: ({ status, message, code, issues }: ErrorDetails) => ({ fault: message, status, code, issues }),
} satisfies ErrorFormat

function appThat(
  handler: (ctx: Context) => unknown,
  options: Partial<AppOptions> = {},
  record: object = {},
): Promise<TestApp> {
  class Test {
    routes() {
      return [
        get("/test", handler, record),
        post("/bind", (ctx: Context) => ctx.bind(dto({ title: "required" }))),
      ]
    }
  }
  const root = module({ name: "test", declarations: [Test] })
  return createTestApp(root, { platform: api({ errors }), ...options })
}

const raise = (thrown: unknown) => () => {
  throw thrown
}

describe("api({ errors })", () => {
  it("makes the body of what is thrown, with type and headers, for every `Accept`", async () => {
    const thrown = new PublicError(429, "Too many", { code: "SLOW_DOWN", headers: { "retry-after": "9" } })
    const app = await appThat(raise(thrown))
    for (const accept of ["", "application/problem+json", "text/html"]) {
      const reply = await app.request("GET", "/test", { headers: { accept } })
      expect([reply.status, reply.json()]).toEqual([
        429,
        { fault: "Too many", status: 429, code: "SLOW_DOWN", issues: [] },
      ])
      expect(reply.headers.get("content-type")).toBe("application/vnd.shop.error+json; charset=utf-8")
      expect([reply.headers.get("retry-after"), reply.headers.all("vary")]).toEqual(["9", []])
    }
  })

  it("gives the invalid fields and the code of a fault", async () => {
    const app = await appThat(() => undefined)
    const reply = await app.request("POST", "/bind", { json: {} })
    expect([reply.status, reply.json()]).toEqual([
      400,
      {
        fault: "Invalid request",
        status: 400,
        code: "BODY_INVALID",
        issues: [{ path: "title", message: "is required", code: "required" }],
      },
    ])
  })

  const fault = defineFaults({ SECRET_FAULT: { message: "secret", fix: "secret" } })
  it.each([
    ["a fault without a public message", fault("SECRET_FAULT", {})],
    ["a driver's error", Object.assign(new Error("secret"), { code: "SECRET_23505", status: 409 })],
    ["a text", "secret"],
  ])("receives nothing of %s", async (_, thrown) => {
    const reply = await (await appThat(raise(thrown))).request("GET", "/test")
    expect([reply.status, reply.text()]).toEqual([
      500,
      '{"fault":"Internal Server Error","status":500,"issues":[]}',
    ])
  })

  it("receives no code of an error that only was given a public message", async () => {
    const thrown = Object.assign(new Error("secret"), { code: "23505", status: 409, publicMessage: "Taken" })
    const reply = await (await appThat(raise(thrown))).request("GET", "/test")
    expect(reply.json()).toEqual({ fault: "Taken", status: 409, issues: [] })
  })

  it.each([
    ["a map", { error: "Gone", status: 410 }],
    ["a promise of one", Promise.resolve({ error: "Gone", status: 410 })],
    ["`Reply.error()`", Reply.error(410, "Gone")],
  ])("makes the body of an error that was returned as %s", async (_, returned) => {
    const app = await appThat((ctx) => {
      ctx.response().setHeader("content-type", "text/csv")
      ctx.response().setHeader("x-kept", "1")
      return returned
    })
    const reply = await app.request("GET", "/test")
    expect([reply.status, reply.json()]).toEqual([410, { fault: "Gone", status: 410, issues: [] }])
    expect(reply.headers.get("content-type")).toBe("application/vnd.shop.error+json; charset=utf-8")
    expect(reply.headers.get("x-kept")).toBe("1")
  })

  it("leaves replies of `ctx.status()` as they are", async () => {
    const app = await appThat((ctx) => ctx.status(410).json({ error: "Gone" }))
    const reply = await app.request("GET", "/test")
    expect([reply.status, reply.text()]).toEqual([410, '{"error":"Gone"}'])
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8")
  })

  it("compares only the status of an error that it writes with `returns`, and prunes nothing of it", async () => {
    const returns = { 410: dto({ fault: "required" }) }
    const gone = () => ({ error: "Gone", status: 410 })
    const app = await appThat(gone, { returns: { prune: true } }, { returns })
    expect((await app.request("GET", "/test")).json()).toMatchObject({ fault: "Gone" })
    const other = await appThat(() => ({ error: "No", status: 409 }), {}, { returns })
    expect((await other.request("GET", "/test")).status).toBe(500)
    const plain = await appThat(gone, { platform: api() }, { returns })
    expect((await plain.request("GET", "/test")).status).toBe(500)
  })

  it.each([
    ["throws", raise(new Error("no body"))],
    ["returns what has no JSON form", () => ({ big: 1n }) as never],
    ["returns no object", () => undefined as never],
  ])("sends the default body with 500, and logs it, if `body` %s", async (_, body) => {
    for (const handler of [raise(new PublicError(409, "Taken")), () => ({ error: "Taken", status: 409 })]) {
      const app = await appThat(handler, { platform: api({ errors: { ...errors, body } }) })
      const reply = await app.request("GET", "/test")
      expect([reply.status, reply.text()]).toEqual([500, '{"error":"Internal Server Error"}'])
      expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8")
      expect(app.logs).toMatchObject([
        { level: 50, route: "GET /test", status: 409, msg: "`errors.body` failed, sent the default body" },
      ])
    }
  })

  it("rejects a type that is not a media type, and a body that is not a function", () => {
    for (const type of ["json", "text/html; charset=utf-8", "text/x\r\nset-cookie: a=b"])
      expect(() => api({ errors: { ...errors, type } })).toThrow("`errors.type` is not a media type")
    expect(() => api({ errors: { ...errors, body: {} as never } })).toThrow("`errors.body` is not a function")
  })

  it("does not compile with a body that the schema does not describe", () => {
    // @ts-expect-error the schema requires `status`
    const made = api({ errors: { ...errors, body: () => ({ fault: "" }) } })
    expect(made.name).toBe("api")
  })
})

describe("problem()", () => {
  it("sends problem details to every client", async () => {
    const app = await appThat(raise(new PublicError(409, "Taken")), { platform: api({ errors: problem() }) })
    const reply = await app.request("GET", "/test")
    expect(reply.headers.get("content-type")).toBe("application/problem+json; charset=utf-8")
    const details = { type: "about:blank", title: "Conflict", status: 409, detail: "Taken" }
    expect(reply.json()).toEqual(details)
    expect((await app.request("POST", "/bind", { json: {} })).json()).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: "Invalid request",
      errors: [{ path: "title", message: "is required", code: "required" }],
    })
  })

  it("has a schema that a record may use", () => {
    const { validate } = problem().schema["~standard"]
    const made = problem().body({ status: 404, message: "No", code: undefined, issues: [] })
    expect(validate(made)).toEqual({ value: made })
    for (const wrong of [null, "text", { ...made, status: "404" }, { ...made, errors: {} }])
      expect(validate(wrong)).toHaveProperty("issues")
  })
})
