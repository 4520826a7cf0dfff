import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestApp } from "trivet/testing"
import { Db } from "../database/db.ts"
import { Browser, createSite } from "../testing/create-site.ts"

const ada = { email: "ada@example.com", password: "correct horse", name: "Ada" }

describe("sign-up and sign-in", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createSite()
  }, 60_000)
  afterAll(() => app.stop())

  /** Sends a form with a session id, and returns the id that the reply sets. */
  async function send(path: string, session: string): Promise<string> {
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie: `session_id=${session}` }
    const reply = await app.request("POST", path, { headers, body: new URLSearchParams(ada).toString() })
    return /session_id=([^;]*)/.exec(reply.headers.all("set-cookie").join("\n"))?.[1] ?? "none"
  }

  async function isLive(session: string): Promise<boolean> {
    const headers = { cookie: `session_id=${session}` }
    return (await app.request("GET", "/", { headers })).status === 200
  }

  it("begins without any account", async () => {
    expect(await app.get(Db).selectFrom("users").selectAll().execute()).toEqual([])
  })

  it("signs up, greets once, signs out and in again", async () => {
    const browser = new Browser(app)
    const signedUp = await browser.post("/sign-up", ada)
    expect([signedUp.status, signedUp.headers.get("location")]).toEqual([303, "/"])
    expect((await browser.get("/")).text()).toContain("Welcome, Ada.")
    expect((await browser.get("/")).text()).not.toContain("Welcome, Ada.")
    await browser.post("/sign-out", {})
    expect((await browser.get("/")).headers.get("location")).toBe("/sign-in")
    await browser.post("/sign-in", ada)
    expect((await browser.get("/")).text()).toContain("Sign out Ada")
  })

  it("shows a form again with what is wrong, and never a password", async () => {
    const browser = new Browser(app)
    const short = await browser.post("/sign-up", { ...ada, email: "<b>", password: "hunter2" })
    expect(short.status).toBe(422)
    expect(short.text()).toContain('value="&lt;b&gt;"')
    expect(short.text()).toContain("Password must have at least 8 characters")
    expect(short.text()).not.toContain("hunter2")
    const taken = await browser.post("/sign-up", { ...ada, email: "ADA@example.com" })
    expect([taken.status, taken.text().includes("Email already registered")]).toEqual([422, true])
    const wrong = await browser.post("/sign-in", { ...ada, password: "wrong" })
    expect([wrong.status, wrong.text().includes("Invalid credentials")]).toEqual([422, true])
  })

  it("limits wrong passwords, and says when to try again", async () => {
    const browser = new Browser(app)
    const wrong = { email: "limited@example.com", password: "wrong" }
    for (let time = 0; time < 10; time++) expect((await browser.post("/sign-in", wrong)).status).toBe(422)
    const limited = await browser.post("/sign-in", wrong)
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "60"])
    expect(app.logs.map((line) => line["event"])).toEqual(
      expect.arrayContaining(["signed_up", "signed_in", "sign_in_failed", "sign_in_limited", "signed_out"]),
    )
  })

  it("refuses a form that another site sends", async () => {
    const browser = new Browser(app)
    await browser.post("/sign-in", ada)
    const headers = { "sec-fetch-site": "cross-site", cookie: "session_id=whatever" }
    expect((await app.request("POST", "/sign-out", { headers })).status).toBe(403)
  })

  it("begins a session at each sign-in, and ends it at the next one and at sign-out", async () => {
    const chosen = crypto.randomUUID()
    const first = await send("/sign-in", chosen)
    expect([await isLive(chosen), await isLive(first)]).toEqual([false, true])
    const second = await send("/sign-in", first)
    expect([await isLive(first), await isLive(second)]).toEqual([false, true])
    expect([await send("/sign-out", second), await isLive(second)]).toEqual(["", false])
  })

  it("takes a password exactly as it was chosen, and years later", async () => {
    const browser = new Browser(app)
    const eva = { ...ada, email: "eva@example.com", password: "Correct Horse" }
    await browser.post("/sign-up", eva)
    for (const password of [
      "correct horse",
      "CORRECT HORSE",
      " Correct Horse",
      "Correct Horse ",
      "Correct Hors",
    ])
      expect((await browser.post("/sign-in", { ...eva, password })).status).toBe(422)
    app.clock.advance({ days: 3650 })
    expect((await browser.post("/sign-in", eva)).status).toBe(303)
  })
})
