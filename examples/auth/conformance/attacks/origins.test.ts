import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bearer } from "../api.ts"
import { startTwo, type TwoServers } from "./two-servers.ts"

const good = "https://good.example"
let two: TwoServers
beforeAll(async () => {
  two = await startTwo({ ORIGINS: good })
}, 60_000)
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
