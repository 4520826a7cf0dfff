import { ApiKeys, OneTimeTokens, Revocations } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import type { MemoryMailer } from "@trivet/mail/testing"
import { accessCases, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Db } from "../database/db.ts"
import { Browser, createSite } from "../testing/create-site.ts"
import { UsersStore } from "../users/users-store.ts"

let app: TestApp
beforeAll(async () => {
  app = await createSite()
}, 60_000)
afterAll(() => app.stop())

const password = "correct horse"
let count = 0

/** Somebody who has signed up. */
async function signUp() {
  const email = `ada${++count}@example.com`
  const browser = new Browser(app)
  await browser.post("/sign-up", { email, password, name: "Ada" })
  return { email, browser }
}

/** Creates a key and returns it, as its page shows it. */
async function createKey(browser: Browser, name = "nightly"): Promise<string> {
  const page = await browser.post("/account/keys", { name, password })
  return /tk_[\w-]{43}/.exec(page.text())?.[0] ?? ""
}

/** The targets of the buttons that end keys. */
async function endingsOf(browser: Browser, name = ""): Promise<readonly string[]> {
  const page = (await browser.get("/account")).text()
  const buttons = page.matchAll(/ formaction="([^"]+)" aria-label="End key ([^"]+)"/g)
  return [...buttons].filter(([, , of]) => name === "" || of === name).map(([, target = ""]) => target)
}

const send = (key: string) => app.request("GET", "/api/key", { headers: { "x-api-key": key } })
const statusOf = async (key: string) => (await send(key)).status

describe("an API key", () => {
  it("is shown once, opens its route, and is listed without the key", async () => {
    const { email, browser } = await signUp()
    const page = await browser.post("/account/keys", { name: "nightly <b>", password })
    expect([page.status, page.headers.get("cache-control")]).toEqual([201, "no-store"])
    const key = /tk_[\w-]{43}/.exec(page.text())![0]
    expect((await browser.get("/account")).text()).toMatch(/nightly &lt;b&gt;.*never used, does not expire/s)
    expect((await send(key)).json()).toMatchObject({ email })
    // It is noted beside the request.
    await expect.poll(async () => (await browser.get("/account")).text()).toContain("last used")
    expect((await browser.get("/account")).text()).not.toContain(key)
    expect(JSON.stringify(await app.get(Db).selectFrom("api_keys").selectAll().execute())).not.toContain(key)
  })

  it("is created by the password only, and its owner gets a mail", async () => {
    const { email, browser } = await signUp()
    for (const fields of [{}, { password: "" }, { password: "wrong" }])
      expect((await browser.post("/account/keys", { name: "nightly", ...fields })).status).toBe(422)
    expect((await browser.post("/account/keys", { name: "", password })).text()).toContain("Name is required")
    expect(await endingsOf(browser)).toEqual([])
    expect(await createKey(browser)).not.toBe("")
    await app.get(Jobs).runDue()
    const { mails } = app.get(Mailer) as MemoryMailer
    const notices = mails.filter(({ subject }) => subject === "An API key was created")
    expect(notices.map(({ to }) => to[0]!.address)).toContain(email)
  })

  it("expires after the days that were given", async () => {
    const { browser } = await signUp()
    for (const expires_in_days of ["0", "3651", "1.5", "soon"])
      expect((await browser.post("/account/keys", { name: "x", password, expires_in_days })).status).toBe(422)
    const page = await browser.post("/account/keys", { name: "brief", password, expires_in_days: "7" })
    const key = /tk_[\w-]{43}/.exec(page.text())![0]
    expect((await browser.get("/account")).text()).toContain("valid until 2026-01-08 00:00 UTC")
    app.clock.advance({ days: 7, seconds: -1 })
    expect(await statusOf(key)).toBe(200)
    app.clock.advance({ seconds: 1 })
    expect(await statusOf(key)).toBe(401)
  })

  it("is ended by its owner's password", async () => {
    const { browser } = await signUp()
    const [first, second] = [await createKey(browser, "first"), await createKey(browser, "second")]
    const [end = ""] = await endingsOf(browser, "second")
    for (const fields of [{}, { password: "wrong" }]) {
      const refused = await browser.post(end, fields)
      expect([refused.status, refused.text().includes("End key second")]).toEqual([422, true])
    }
    expect(await statusOf(second)).toBe(200)
    expect((await browser.post(end, { password })).headers.get("location")).toBe("/account")
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401])
    expect(await endingsOf(browser)).toHaveLength(1)
  })

  it("of somebody else cannot be ended, nor told from one that does not exist", async () => {
    const [{ browser }, stranger] = [await signUp(), await signUp()]
    const key = await createKey(browser)
    const [theirs = ""] = await endingsOf(browser)
    const none = "/account/keys/00000000-0000-4000-8000-000000000000/end"
    const seen = []
    for (const path of [theirs, none, "/account/keys/1/end"]) {
      const reply = await stranger.browser.post(path, { password })
      seen.push([reply.status, reply.headers.get("location"), reply.text()])
    }
    expect(seen).toEqual([seen[0], seen[0], seen[0]])
    expect(await statusOf(key)).toBe(200)
  })

  it("opens no page, and no other route: it cannot change the account, create keys or end sessions", async () => {
    const { email, browser } = await signUp()
    const headers = { "x-api-key": await createKey(browser) }
    const cases = await accessCases(app, () => ({ callers: { key: { credentials: ["apiKey"], headers } } }))
    for (const { run } of cases) await run()
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" }
    const body = new URLSearchParams({ email, password, name: "x", current_password: password }).toString()
    for (const path of ["keys", "end-sessions", "password", "email", "delete"]) {
      const reply = await app.request("POST", `/account/${path}`, { headers: form, body })
      expect([path, reply.status, reply.headers.get("location")]).toEqual([path, 303, "/sign-in"])
    }
    expect(await endingsOf(browser)).toHaveLength(1)
  })

  it("ends with a new password, changed or reset", async () => {
    const [changed, reset, other] = [await signUp(), await signUp(), await signUp()]
    const keys = await Promise.all([changed, reset, other].map(({ browser }) => createKey(browser)))
    for (const key of keys) expect(await statusOf(key)).toBe(200)
    const renewed = "tidal umbrella"
    await changed.browser.post("/account/password", { current_password: password, password: renewed })
    const { id, email } = (await app.get(UsersStore).findByEmail(reset.email))!
    const generation = await app.get(Revocations).generationOf(id)
    const token = await app.get(OneTimeTokens).create("reset", id, generation, { data: { email } })
    await new Browser(app).post("/reset-password", { token, password: renewed })
    expect(await Promise.all(keys.map(statusOf))).toEqual([401, 401, 200])
  })

  it("ends with its account, and not with the sessions", async () => {
    const { browser } = await signUp()
    const key = await createKey(browser)
    await browser.post("/account/end-sessions", { password })
    expect(await statusOf(key)).toBe(200)
    await browser.post("/account/delete", { password })
    expect(await statusOf(key)).toBe(401)
    // Also where a route does not look for the user.
    expect(await app.get(ApiKeys).find(key)).toBeUndefined()
  })

  it("is one of 50 at most", async () => {
    const { email, browser } = await signUp()
    const { id } = (await app.get(UsersStore).findByEmail(email))!
    await createKey(browser)
    const db = app.get(Db)
    const [row] = await db.selectFrom("api_keys").selectAll().where("user_id", "=", id).execute()
    const rows = Array.from({ length: 49 }, (_, at) => ({
      ...row!,
      id: crypto.randomUUID(),
      digest: `${at}`,
    }))
    await db.insertInto("api_keys").values(rows).execute()
    const refused = await browser.post("/account/keys", { name: "more", password })
    expect([refused.status, refused.text().includes("end one first")]).toEqual([422, true])
  })

  it("is created and ended in the log, where no key is", async () => {
    const { browser } = await signUp()
    const key = await createKey(browser)
    await send(key)
    const [end = ""] = await endingsOf(browser)
    await browser.post(end, { password })
    const log = JSON.stringify(app.logs)
    for (const event of ["api_key_created", "api_key_revoked"]) expect(log).toContain(event)
    expect(log).not.toContain(key)
  })

  it("is created by no form of another site", async () => {
    const headers = { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" }
    for (const path of ["/account/keys", "/account/keys/1/end"])
      expect((await app.request("POST", path, { headers, body: "password=x" })).status).toBe(403)
  })
})
