import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bearer, someEmail } from "../api.ts"
import { startTwo, type TwoServers } from "./two-servers.ts"

const good = "https://good.example"
let two: TwoServers
beforeAll(async () => {
  two = await startTwo({ ORIGINS: good })
})
afterAll(() => two.stop())

describe("a page of another site", () => {
  it("may call where its origin is named", async () => {
    for (const api of two.apis) {
      const { token } = await api.register()
      const { headers } = await api.get("/auth/me", { ...bearer(token), origin: good })
      expect(headers["access-control-allow-origin"]).toBe(good)
      expect(headers["access-control-allow-credentials"]).toBe("true")
      const asked = { origin: good, "access-control-request-method": "POST" }
      expect(await api.call("OPTIONS", "/auth/login", { headers: asked })).toMatchObject({ status: 204 })
    }
  })

  it.each([
    "null",
    "https://good.example.evil.example",
    "https://evil-good.example",
    "http://good.example",
    "https://good.example:8443",
    "https://GOOD.example/",
    "https://evil.example",
  ])("may read nothing where it is %s, and caches are told that it matters", async (origin) => {
    for (const api of two.apis) {
      const { token } = await api.register()
      for (const headers of [
        (await api.get("/auth/me", { ...bearer(token), origin })).headers,
        (await api.get("/nothing", { origin })).headers,
        (
          await api.call("OPTIONS", "/auth/login", {
            headers: { origin, "access-control-request-method": "POST" },
          })
        ).headers,
      ]) {
        expect(headers["access-control-allow-origin"]).toBeUndefined()
        expect(headers["access-control-allow-credentials"]).toBeUndefined()
        expect(headers["vary"]).toMatch(/Origin/)
      }
    }
    await two.expectWell()
  })
})

describe("a page of another site that sends a form without asking", () => {
  const forged = [
    ["no header of an allowed origin", { "sec-fetch-site": "cross-site" }],
    ["a page of another origin", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["another origin, from an old browser", { origin: "https://evil.example" }],
    ["a sandboxed frame", { origin: "null" }],
    ["another host of this site", { "sec-fetch-site": "same-site", origin: "https://evil.good.example" }],
  ] as const

  it.each(forged)("cannot sign its visitor in, up or out: %s", async (_, headers) => {
    const [api] = two.apis
    const { email, password } = await api.register()
    const login = JSON.stringify({ email, password })
    const begun = await api.post("/auth/session", { email, password })
    const [cookie] = begun.headers["set-cookie"]![0]!.split(";")
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"])
      for (const [path, body] of [
        ["/auth/session", login],
        ["/auth/login", login],
        ["/auth/register", JSON.stringify({ email: someEmail(), password, name: "Eve" })],
        ["/auth/logout", ""],
      ] as const) {
        const sent = { "content-type": type, ...headers }
        for (const more of [{}, { cookie: cookie! }]) {
          const reply = await api.call("POST", path, { body, headers: { ...sent, ...more } })
          expect([path, reply.status, reply.headers["set-cookie"]]).toEqual([path, 403, undefined])
        }
      }
    expect((await api.get("/auth/session", { cookie: cookie! })).status).toBe(200)
  })

  it("signs its visitor in where its origin is named", async () => {
    for (const api of two.apis) {
      const { email, password } = await api.register()
      const headers = { "sec-fetch-site": "cross-site", origin: good }
      const begun = await api.post("/auth/session", { email, password }, headers)
      expect([begun.status, begun.headers["set-cookie"]?.length]).toEqual([201, 1])
      expect((await api.post("/auth/login", { email, password }, headers)).status).toBe(200)
    }
  })

  it("is left alone with a bearer token or an API key, which only CORS lets it send", async () => {
    const [api] = two.apis
    const { token } = await api.register()
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example", ...bearer(token) }
    expect((await api.post("/auth/api-keys", { name: "k" }, headers)).status).toBe(201)
    expect((await api.call("DELETE", `/auth/api-keys/${crypto.randomUUID()}`, { headers })).status).toBe(204)
  })
})
