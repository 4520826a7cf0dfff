import { describe, expect, it } from "vitest"
import { type Context, cors, get, module } from "../index.ts"
import type { CorsOptions } from "../extend.ts"
import { createTestApp, type TestReply } from "../testing.ts"

class Hello {
  routes() {
    return [get("/", () => "hello"), get("/fails", this.fails)]
  }
  fails(_ctx: Context): never {
    throw new Error("secret")
  }
}

const good = "https://good.example"

async function call(
  options: CorsOptions,
  method: string,
  headers: Record<string, string>,
  path = "/",
): Promise<TestReply> {
  const root = module({ name: "test", declarations: [Hello] })
  const app = await createTestApp(root, { middlewares: [cors(options)] })
  return app.request(method, path, { headers })
}

function preflight(origin: string, headers = "x-a"): Record<string, string> {
  return { origin, "access-control-request-method": "PUT", "access-control-request-headers": headers }
}

function corsHeaders({ headers }: TestReply): Record<string, string> {
  const names = headers.list.filter((name, at) => at % 2 === 0 && name.startsWith("access-control"))
  return Object.fromEntries(names.map((name) => [name.slice("access-control-".length), headers.get(name)!]))
}

describe("cors", () => {
  it("names an origin that is allowed, and tells caches that it does", async () => {
    const reply = await call({ origin: [good, "https://b.example"] }, "GET", { origin: good })
    expect(corsHeaders(reply)).toEqual({ "allow-origin": good })
    expect(reply.headers.get("vary")).toBe("Origin")
    expect(reply.status).toBe(200)
  })

  it.each([
    "null",
    "https://good.example.evil.example",
    "https://evilgood.example",
    "http://good.example",
    "",
    "*",
  ])("lets a call from another origin pass without leave: %j", async (origin) => {
    const reply = await call({ origin: good, credentials: true }, "GET", { origin })
    expect([reply.status, corsHeaders(reply), reply.headers.get("vary")]).toEqual([200, {}, "Origin"])
  })

  it("answers preflights, with the headers that were asked for or those that were named", async () => {
    const reply = await call({ origin: good, credentials: true }, "OPTIONS", preflight(good))
    expect(reply.status).toBe(204)
    expect(corsHeaders(reply)).toEqual({
      "allow-origin": good,
      "allow-credentials": "true",
      "allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "allow-headers": "x-a",
      "max-age": "600",
    })
    expect(reply.headers.all("vary")).toEqual(["Origin", "Access-Control-Request-Headers"])
    const named = await call(
      { origin: good, methods: ["GET"], headers: ["x-b"], maxAge: 1 },
      "OPTIONS",
      preflight(good),
    )
    expect(corsHeaders(named)).toMatchObject({
      "allow-methods": "GET",
      "allow-headers": "x-b",
      "max-age": "1",
    })
  })

  it("answers preflights of other origins without leave, for any path", async () => {
    for (const path of ["/", "/none"]) {
      const reply = await call({ origin: good }, "OPTIONS", preflight("https://evil.example"), path)
      expect([reply.status, corsHeaders(reply)]).toEqual([204, {}])
    }
  })

  it("leaves OPTIONS alone that is no preflight", async () => {
    expect((await call({ origin: good }, "OPTIONS", { origin: good })).status).toBe(404)
  })

  it("reaches errors, and calls that find no route", async () => {
    for (const path of ["/fails", "/none", "/%"]) {
      const reply = await call({ origin: good, exposed: ["x-a", "x-b"] }, "GET", { origin: good }, path)
      expect(corsHeaders(reply), path).toEqual({ "allow-origin": good, "expose-headers": "x-a, x-b" })
    }
  })

  it("allows any origin with a star, and needs no word to caches then", async () => {
    const reply = await call({ origin: "*" }, "GET", { origin: "null" })
    expect([corsHeaders(reply), reply.headers.get("vary")]).toEqual([{ "allow-origin": "*" }, undefined])
  })

  it("refuses a star together with credentials", () => {
    expect(() => cors({ origin: "*", credentials: true })).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID" }),
    )
  })
})
