import { type Context, get, module, type Route } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { csrf, type CsrfOptions } from "./index.ts"

const unsafe = ["POST", "PUT", "PATCH", "DELETE"] as const
const crossOrigins = { "sec-fetch-site": "cross-site", origin: "https://evil.example" }
const session = { cookie: "session_id=1" }

class Pages {
  routes(): readonly Route[] {
    return [
      get("/page", () => "read"),
      ...unsafe.map((method) => ({ method, path: "/page", handler: this.change })),
    ]
  }
  change(ctx: Context) {
    ctx.setCookie("session_id", "2")
    return "changed"
  }
}

const Root = module({ name: "root", declarations: [Pages] })

function createSite(options?: CsrfOptions): Promise<TestApp> {
  return createTestApp(Root, { middlewares: [csrf(options)] })
}

/** The status of a request, and how many cookies its reply sets. */
async function send(
  app: TestApp,
  method: string,
  headers: Readonly<Record<string, string>>,
  secure = false,
): Promise<readonly [status: number, cookies: number]> {
  const reply = await app.request(method, "/page", { headers: { host: "app.example", ...headers }, secure })
  return [reply.status, reply.headers.all("set-cookie").length]
}

describe("csrf", () => {
  it.each(unsafe)(
    "rejects %s from a page of another site, with a session cookie and without",
    async (method) => {
      const app = await createSite()
      for (const cookie of [{}, session, { cookie: "theme=dark" }]) {
        for (const site of ["cross-site", "same-site", "nonsense"])
          expect(await send(app, method, { ...cookie, "sec-fetch-site": site })).toEqual([403, 0])
        for (const origin of [
          "null",
          "https://evil.example",
          "https://app.example.evil.example",
          "https://evil.example/app.example",
          "https://app.example:444",
          "app.example",
        ])
          expect(await send(app, method, { ...cookie, origin })).toEqual([403, 0])
      }
    },
  )

  it.each(unsafe)("passes %s from its own pages, and from what is no browser", async (method) => {
    const app = await createSite()
    for (const cookie of [{}, session])
      for (const headers of [
        {},
        { origin: "http://app.example" },
        { origin: "https://app.example" },
        { "sec-fetch-site": "same-origin" },
        { "sec-fetch-site": "same-origin", origin: "http://app.example" },
        { "sec-fetch-site": "none" },
      ])
        expect(await send(app, method, { ...cookie, ...headers })).toEqual([200, 1])
  })

  it("believes Sec-Fetch-Site before Origin", async () => {
    const app = await createSite()
    const own = { origin: "http://app.example" }
    expect(await send(app, "POST", { ...own, "sec-fetch-site": "cross-site" })).toEqual([403, 0])
  })

  it("rejects a page of the same host that came over HTTP where the site has HTTPS", async () => {
    const app = await createSite()
    expect(await send(app, "POST", { origin: "http://app.example" }, true)).toEqual([403, 0])
    expect(await send(app, "POST", { origin: "https://app.example" }, true)).toEqual([200, 1])
  })

  it("passes safe methods, which change nothing", async () => {
    const app = await createSite()
    for (const method of ["GET", "HEAD"])
      expect((await send(app, method, { ...session, ...crossOrigins }))[0]).toBe(200)
    expect((await send(app, "OPTIONS", { ...session, ...crossOrigins }))[0]).toBe(404)
  })

  it("leaves requests with a bearer token or an API key alone, unless a session cookie comes along", async () => {
    const app = await createSite()
    for (const credential of [{ authorization: "Bearer x" }, { "x-api-key": "k" }]) {
      expect(await send(app, "POST", { ...credential, ...crossOrigins })).toEqual([200, 1])
      expect(await send(app, "POST", { ...credential, ...crossOrigins, ...session })).toEqual([403, 0])
    }
  })

  it("rejects credentials that browsers send on their own, and empty ones", async () => {
    const app = await createSite()
    for (const authorization of ["Basic YTpi", "Digest x", "Negotiate x", "Bearer", ""])
      expect(await send(app, "POST", { authorization, ...crossOrigins })).toEqual([403, 0])
    expect(await send(app, "POST", { "x-api-key": "", ...crossOrigins })).toEqual([403, 0])
  })

  it("passes the origins that are trusted, by their exact spelling", async () => {
    const app = await createSite({ trusted: ["https://front.example"] })
    const from = (origin: string) => ({ ...session, "sec-fetch-site": "cross-site", origin })
    expect(await send(app, "POST", from("https://front.example"))).toEqual([200, 1])
    for (const origin of [
      "http://front.example",
      "https://front.example.evil.example",
      "https://evil.example",
    ])
      expect(await send(app, "POST", from(origin))).toEqual([403, 0])
    expect(await send(app, "POST", { ...session, "sec-fetch-site": "cross-site" })).toEqual([403, 0])
  })

  it("judges bearer requests by the cookies that sign users in", async () => {
    const app = await createSite({ cookies: ["login"] })
    const bearer = { authorization: "Bearer x", ...crossOrigins }
    expect(await send(app, "POST", { ...bearer, ...session })).toEqual([200, 1])
    expect(await send(app, "POST", { ...bearer, cookie: "login=1" })).toEqual([403, 0])
  })
})
