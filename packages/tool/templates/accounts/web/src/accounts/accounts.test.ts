import { OneTimeTokens, Revocations } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import type { MemoryMailer } from "@trivet/mail/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { TestApp, TestReply } from "trivet/testing"
import { Browser, createSite } from "../testing/create-site.ts"
import { UsersStore } from "../users/users-store.ts"
import { AccountMails } from "./account-jobs-contract.ts"

let app: TestApp
beforeAll(async () => {
  app = await createSite()
}, 60_000)
afterAll(() => app.stop())

// In tests nothing runs by itself, and mails are kept.
const mailer = () => app.get(Mailer) as MemoryMailer
const linkIn = (text: string): string => /http:\/\/localhost:3000(\/\S+)/.exec(text)?.[1] ?? ""
const tokenIn = (link: string): string => new URL(link, "http://localhost").searchParams.get("token") ?? ""

/** The mails that were sent since the last call. */
async function sentMails() {
  await app.get(Jobs).runDue()
  const mails = mailer().mails.map(({ to, subject, text }) => ({ to: to[0]!.address, subject, text }))
  mailer().clear()
  return mails
}

let count = 0
/** Somebody who has signed up, with the link of the first mail. */
async function signUp() {
  const person = { email: `ada${++count}@example.com`, password: "correct horse", name: "Ada" }
  const browser = new Browser(app)
  await browser.post("/sign-up", person)
  const [mail] = await sentMails()
  return { person, browser, link: linkIn(mail!.text) }
}

/** The link of a reset mail. */
async function askReset(email: string): Promise<string> {
  await new Browser(app).post("/forgot-password", { email })
  return linkIn((await sentMails()).find(({ to }) => to === email)?.text ?? "")
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get("/account")).status === 200
}

const statusAndTarget = (reply: TestReply) => [reply.status, reply.headers.get("location")]

beforeEach(() => mailer().clear())

describe("an e-mail address", () => {
  it("is verified by the form on the page of the link, and not by opening it", async () => {
    const { browser, link } = await signUp()
    expect((await browser.get("/account")).text()).toContain("not confirmed yet")
    for (let time = 0; time < 3; time++) {
      const opened = await new Browser(app).get(link)
      expect(opened.status).toBe(200)
      expect(opened.text()).toContain(tokenIn(link))
    }
    expect((await browser.get("/account")).text()).toContain("not confirmed yet")
    const sent = await new Browser(app).post("/confirm-email", { token: tokenIn(link) })
    expect(statusAndTarget(sent)).toEqual([303, "/"])
    expect((await browser.get("/account")).text()).not.toContain("not confirmed yet")
    expect((await browser.post("/confirm-email", { token: tokenIn(link) })).status).toBe(422)
  })

  it("is verified by another mail, which ends the link of the first", async () => {
    const { browser, link } = await signUp()
    expect(statusAndTarget(await browser.post("/account/verify", {}))).toEqual([303, "/account"])
    const [mail] = await sentMails()
    expect((await browser.post("/confirm-email", { token: tokenIn(link) })).status).toBe(422)
    expect((await browser.post("/confirm-email", { token: tokenIn(linkIn(mail!.text)) })).status).toBe(303)
  })

  it("changes when the new mailbox has confirmed it, and the old one is told", async () => {
    const { person, browser } = await signUp()
    const pending = await askReset(person.email)
    const email = `new${count}@example.com`
    expect((await browser.post("/account/email", { email, password: "wrong" })).status).toBe(422)
    expect((await browser.post("/account/email", { email, password: person.password })).status).toBe(303)
    const [mail] = await sentMails()
    expect(mail).toMatchObject({ to: email, subject: "Confirm your e-mail address" })
    expect((await browser.get("/account")).text()).toContain(person.email)
    await browser.post("/confirm-email", { token: tokenIn(linkIn(mail!.text)) })
    expect((await browser.get("/account")).text()).toContain(email)
    expect(await sentMails()).toMatchObject([
      { to: person.email, subject: "Your e-mail address was changed" },
    ])
    // A reset mail in the old mailbox opens nothing any more.
    const late = { token: tokenIn(pending), password: "tidal umbrella" }
    expect((await new Browser(app).post("/reset-password", late)).status).toBe(422)
  })

  it("does not change by a link that was asked for before a new password", async () => {
    const { person, browser } = await signUp()
    const user = await app.get(UsersStore).findByEmail(person.email)
    // Somebody who is in the account for a moment.
    const change = { email: "eve@example.com", password: person.password }
    await browser.post("/account/email", change)
    const [early] = await sentMails()
    const given = { token: tokenIn(await askReset(person.email)), password: "tidal umbrella" }
    expect((await new Browser(app).post("/reset-password", given)).status).toBe(303)
    const confirm = (text: string) =>
      new Browser(app).post("/confirm-email", { token: tokenIn(linkIn(text)) })
    expect((await confirm(early!.text)).status).toBe(422)
    // Nor by the link of a job whose last attempt comes later.
    const late = { user_id: user!.id, email: change.email, current: person.email, generation: "" }
    await app.get(Jobs).enqueue(AccountMails.confirm, late)
    const mail = (await sentMails()).find(({ to }) => to === change.email)
    expect((await confirm(mail!.text)).status).toBe(422)
  })

  it("does not go back to an earlier one by a link that was asked for before it changed", async () => {
    const { person, browser } = await signUp()
    const email = `new${count}@example.com`
    await browser.post("/account/email", { email, password: person.password })
    const [mail] = await sentMails()
    await browser.post("/confirm-email", { token: tokenIn(linkIn(mail!.text)) })
    await sentMails()
    const { id } = (await app.get(UsersStore).findByEmail(email))!
    const earlier = { email: person.email, current: person.email }
    // A job that comes late sends nothing.
    await app.get(Jobs).enqueue(AccountMails.confirm, { user_id: id, ...earlier, generation: "" })
    expect(await sentMails()).toEqual([])
    const generation = await app.get(Revocations).generationOf(id)
    const token = await app.get(OneTimeTokens).create("email", id, generation, { data: earlier })
    expect((await browser.post("/confirm-email", { token })).status).toBe(422)
    expect((await browser.get("/account")).text()).toContain(email)
  })

  it("of somebody else is not taken, and only the owner learns that it has an account", async () => {
    const [{ browser, person, link }, other] = [await signUp(), await signUp()]
    const { password } = person
    const taken = await browser.post("/account/email", { email: other.person.email, password })
    const [mail] = await sentMails()
    expect(mail).toMatchObject({
      to: other.person.email,
      subject: "Somebody else wants to use your e-mail address",
    })
    expect(mail!.text).not.toContain("token=")
    // An earlier link ends, as it would with a free address.
    expect((await browser.post("/confirm-email", { token: tokenIn(link) })).status).toBe(422)
    const free = await browser.post("/account/email", { email: "free@example.com", password })
    expect(statusAndTarget(taken)).toEqual(statusAndTarget(free))
    expect((await sentMails()).map(({ to }) => to)).toEqual(["free@example.com"])
  })
})

describe("a forgotten password", () => {
  it("is reset once, and ends all sessions", async () => {
    const { person, browser } = await signUp()
    const link = await askReset(person.email)
    expect((await new Browser(app).get(link)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    const given = { token: tokenIn(link), password: "tidal umbrella" }
    expect(statusAndTarget(await new Browser(app).post("/reset-password", given))).toEqual([303, "/sign-in"])
    expect(await isSignedIn(browser)).toBe(false)
    expect((await new Browser(app).post("/reset-password", given)).status).toBe(422)
    expect((await new Browser(app).post("/sign-in", person)).status).toBe(422)
    expect((await new Browser(app).post("/sign-in", { ...person, password: given.password })).status).toBe(
      303,
    )
    expect(await sentMails()).toMatchObject([{ to: person.email, subject: "Your password was changed" }])
  })

  it("gets the same reply, and the same work, for an address that has no account", async () => {
    const { person } = await signUp()
    const replies = await Promise.all(
      [person.email, person.email.toUpperCase(), "nobody@example.com"].map((email) =>
        new Browser(app).post("/forgot-password", { email }),
      ),
    )
    // The policy of each page has a nonce of its own.
    const seen = replies.map((reply) => [reply.status, reply.text(), reply.headers.get("location")])
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    // A request enqueues one job, whoever is asked for. Only the job finds out whether there is an account.
    expect(await app.get(Jobs).runDue()).toBe(3)
    expect(new Set(mailer().mails.map(({ to }) => to[0]!.address))).toEqual(new Set([person.email]))
  })

  it("is not replaced by one that is easy to guess, which does not use the link up", async () => {
    const { person } = await signUp()
    const token = tokenIn(await askReset(person.email))
    for (const password of ["short", "password123", "x".repeat(100)]) {
      const refused = await new Browser(app).post("/reset-password", { token, password })
      expect([refused.status, refused.text().includes(token)]).toEqual([422, true])
    }
    expect(
      (await new Browser(app).post("/reset-password", { token, password: "tidal umbrella" })).status,
    ).toBe(303)
  })

  it("is asked for three times, then the network waits, whether there is an account or not", async () => {
    const { person } = await signUp()
    for (const email of [person.email, "nobody-else@example.com"]) {
      const statuses: number[] = []
      for (let time = 0; time < 4; time++)
        statuses.push((await new Browser(app).post("/forgot-password", { email })).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    }
  })

  it("leaves its token in no log, no referrer and no cache", async () => {
    const { person } = await signUp()
    const link = await askReset(person.email)
    const opened = await new Browser(app).get(link)
    expect(opened.headers.get("referrer-policy")).toBe("strict-origin")
    expect(opened.headers.get("cache-control")).toBe("no-store")
    await new Browser(app).post("/reset-password", { token: tokenIn(link), password: "tidal umbrella" })
    const log = JSON.stringify(app.logs)
    expect(log).toContain("password_reset")
    for (const secret of [tokenIn(link), person.email, "tidal umbrella"]) expect(log).not.toContain(secret)
    expect(JSON.stringify(await app.get(Jobs).list())).not.toContain(tokenIn(link))
  })

  it("is reset for nobody whose link leads elsewhere: the site's address is a setting", async () => {
    const { person } = await signUp()
    const headers = { host: "evil.example", "content-type": "application/x-www-form-urlencoded" }
    await app.request("POST", "/forgot-password", {
      headers,
      body: `email=${encodeURIComponent(person.email)}`,
    })
    const [mail] = await sentMails()
    expect(mail!.text).toContain("http://localhost:3000/reset-password?token=")
    expect(mail!.text).not.toContain("evil.example")
  })
})

describe("an account", () => {
  it("gets a new password from its owner, which ends all other sessions", async () => {
    const { person, browser } = await signUp()
    const other = new Browser(app)
    await other.post("/sign-in", person)
    const change = { current_password: person.password, password: "tidal umbrella" }
    expect((await browser.post("/account/password", { ...change, current_password: "wrong" })).status).toBe(
      422,
    )
    const own = { ...change, password: person.email }
    expect((await browser.post("/account/password", own)).text()).toContain("easy to guess")
    expect(statusAndTarget(await browser.post("/account/password", change))).toEqual([303, "/account"])
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false])
    expect(await sentMails()).toMatchObject([{ to: person.email, subject: "Your password was changed" }])
  })

  it("lists its sessions and ends them, one or all others, and never those of others", async () => {
    const { person, browser } = await signUp()
    const [second, third, stranger] = [new Browser(app), new Browser(app), await signUp()]
    for (const one of [second, third]) await one.post("/sign-in", person)
    expect((await browser.get("/account")).text()).toContain("End session 2")
    const { password } = person
    for (const session of ["1", "2", "3", "x"])
      await stranger.browser.post("/account/end-sessions", { session, password })
    expect([await isSignedIn(browser), await isSignedIn(second), await isSignedIn(third)]).toEqual([
      true,
      true,
      true,
    ])
    await browser.post("/account/end-sessions", { session: "2", password })
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true])
    await browser.post("/account/end-sessions", { password })
    expect([await isSignedIn(browser), await isSignedIn(third)]).toEqual([true, false])
  })

  it("ends no session without its password", async () => {
    const { person, browser } = await signUp()
    const other = new Browser(app)
    await other.post("/sign-in", person)
    const wrong = await browser.post("/account/end-sessions", { password: "wrong" })
    expect([wrong.status, wrong.text().includes("Password is wrong")]).toEqual([422, true])
    for (const fields of [{}, { session: "2" }, { session: "2", password: "wrong" }])
      expect((await browser.post("/account/end-sessions", fields)).status).toBe(422)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, true])
  })

  it("is deleted with all that is in it, by its password", async () => {
    const { person, browser } = await signUp()
    const other = new Browser(app)
    await other.post("/sign-in", person)
    await browser.post("/notes", { title: "Milk" })
    expect((await browser.post("/account/delete", { password: "wrong" })).status).toBe(422)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, true])
    const deleted = await browser.post("/account/delete", { password: person.password })
    expect(statusAndTarget(deleted)).toEqual([303, "/sign-in"])
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false])
    expect((await new Browser(app).post("/sign-in", person)).status).toBe(422)
    expect(await sentMails()).toMatchObject([{ to: person.email, subject: "Your account was deleted" }])
    expect((await new Browser(app).post("/sign-up", person)).status).toBe(303)
  })

  it("limits wrong passwords together with those at the login", async () => {
    const { browser } = await signUp()
    const statuses: number[] = []
    for (let time = 0; time < 11; time++)
      statuses.push((await browser.post("/account/delete", { password: "wrong" })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  })

  it("can be left from each of its pages", async () => {
    const { browser } = await signUp()
    for (const path of [
      "/",
      "/account",
      "/account/password",
      "/account/email",
      "/account/keys",
      "/account/delete",
    ])
      expect((await browser.get(path)).text()).toContain('<form method="post" action="/sign-out">')
  })

  it.each([
    "/sign-up",
    "/sign-in",
    "/reset-password",
    "/account",
    "/account/password",
    "/account/email",
    "/account/keys",
    "/account/delete",
  ])("hides the passwords that are typed on %s, and lets password managers fill them in", async (path) => {
    const { browser } = await signUp()
    const page = (await browser.get(path)).text()
    const fields = page.match(/<input [^>]*name="(?:current_)?password"[^>]*>/g) ?? []
    expect(fields).toHaveLength(path === "/account/password" ? 2 : 1)
    for (const field of fields)
      expect(field).toMatch(/ type="password".* autocomplete="(?:current|new)-password"/)
    expect(page).not.toMatch(/<script|onpaste/)
  })

  it.each(["/account", "/account/password", "/account/email", "/account/keys", "/account/delete"])(
    "%s is for those who are signed in",
    async (path) => {
      expect(statusAndTarget(await new Browser(app).get(path))).toEqual([303, "/sign-in"])
    },
  )

  it.each(["/forgot-password", "/reset-password", "/confirm-email", "/account/delete", "/account/password"])(
    "rejects %s from another site's page",
    async (path) => {
      const headers = { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" }
      expect((await app.request("POST", path, { headers, body: "password=x" })).status).toBe(403)
    },
  )
})
