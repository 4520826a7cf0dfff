import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestApp } from "trivet/testing"
import { Browser, createSite } from "../testing/create-site.ts"

const ada = { email: "ada@example.com", password: "correct horse", name: "Ada" }

describe("the site", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createSite()
    await new Browser(app).post("/sign-up", ada)
  }, 60_000)
  afterAll(() => app.stop())

  it.each(["/sign-in", "/sign-up", "/sign-out"])(
    "rejects %s from another site's page, with a session and without",
    async (path) => {
      const body = new URLSearchParams({ ...ada, email: path === "/sign-up" ? "eve@example.com" : ada.email })
      const type = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" }
      for (const from of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
        for (const cookie of [{}, { cookie: "session_id=whatever" }]) {
          const headers = { ...type, ...from, ...cookie }
          const reply = await app.request("POST", path, { headers, body: body.toString() })
          expect([reply.status, reply.headers.all("set-cookie")]).toEqual([403, []])
        }
    },
  )

  it("lets no browser store what somebody sees who is signed in", async () => {
    const browser = new Browser(app)
    await browser.post("/sign-in", ada)
    for (const path of ["/", "/no-such-page"])
      expect((await browser.get(path)).headers.get("cache-control")).toBe("no-store")
  })
})
