import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AccountsApp, startAccountsApp } from "./accounts-app.ts"
import { emailOf, expectAlike, people, type Seen, sendFromAnywhere } from "./compare-replies.ts"

// Does a site or an API reveal which addresses have an account? Asked over HTTP, each time from another network. All rounds:
// TRIVET_LONG=1 npx vitest run packages/tool/tests/accounts/enumeration.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
type Fields = Readonly<Record<string, string>>

let app: AccountsApp
const owner = { name: "Owner", email: "owner@example.com", password: "quiet lantern harbor" }
const mallory = { name: "Mallory", email: "mallory@example.com", password: "tidal umbrella plinth" }

/** Holds that mails went to everybody who has an account, and to nobody else. */
async function expectMails(): Promise<void> {
  const reached = () => new Set(app.mails.mails.flatMap(({ to }) => to))
  await expect.poll(() => [...reached()].filter((to) => to.startsWith("ada")).length).toBe(people)
  expect([...reached()].filter((to) => to.startsWith("bob"))).toEqual([])
}

/** Which key a request asks to end: that of another user in place of a known address, none in place of an unknown one. */
const keyIdFor = (email: string, theirs: string): string =>
  email.startsWith("ada") ? theirs : crypto.randomUUID()

/** The cookie of the session that a reply has begun. */
const sessionIn = ({ headers }: Seen): string =>
  headers.flatMap((line) => /^set-cookie: (session_id=[^;]+)/.exec(line)?.[1] ?? []).join("; ")

describe("a site with accounts", () => {
  const rounds = isLong ? 200 : 120
  let cookie = ""
  const send = (path: string, fields: Fields): Promise<Seen> =>
    sendFromAnywhere(`${app.url}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { accept: "text/html", cookie },
    })

  beforeAll(async () => {
    app = await startAccountsApp("web", { TRUSTED_PROXIES: "127.0.0.1" })
    for (let at = 0; at < people; at++)
      await send("/sign-up", { name: "Ada", email: emailOf(at), password: "correct horse" })
  })
  afterAll(() => app?.stop())

  it("answers a request for a reset mail alike, and as fast, with and without an account", async () => {
    await expect(expectAlike((email) => send("/forgot-password", { email }), rounds)).resolves.toBeUndefined()
    await expectMails()
  })

  it("answers a wrong password alike, and as fast, with and without an account", async () => {
    const alike = expectAlike((email) => send("/sign-in", { email, password: "wrong" }), rounds)
    await expect(alike).resolves.toBeUndefined()
  })

  it("answers a user who wants another address alike, and as fast, whether somebody has it or not", async () => {
    await send("/sign-up", mallory)
    cookie = sessionIn(await send("/sign-in", mallory))
    expect(cookie).not.toBe("")
    const { password } = mallory
    const alike = expectAlike((email) => send("/account/email", { email, password }), rounds)
    await expect(alike).resolves.toBeUndefined()
  })

  it("answers a user who ends an API key of somebody else as if there were none, and as fast", async () => {
    const { password } = mallory
    cookie = sessionIn(await send("/sign-up", owner))
    await send("/account/keys", { name: "nightly", password: owner.password })
    const page = () => fetch(`${app.url}/account`, { headers: { cookie } }).then((reply) => reply.text())
    const [, theirs = ""] = /\/account\/keys\/([^"]+)\/end"/.exec(await page()) ?? []
    expect(theirs).not.toBe("")
    const owners = cookie
    // Another browser: a sign-in ends the session that it brings.
    cookie = ""
    cookie = sessionIn(await send("/sign-in", mallory))
    const end = (email: string) => send(`/account/keys/${keyIdFor(email, theirs)}/end`, { password })
    expect(await end("ada")).toMatchObject({ status: 303 })
    await expect(expectAlike(end, rounds)).resolves.toBeUndefined()
    cookie = owners
    expect(await page()).toContain(theirs)
  })
})

// The services are those of the site.
describe("an API with accounts", () => {
  const rounds = isLong ? 200 : 60
  const send = (method: string, path: string, fields: Fields, authorization = ""): Promise<Seen> =>
    sendFromAnywhere(`${app.url}${path}`, {
      method,
      body: JSON.stringify(fields),
      headers: { "content-type": "application/json", ...(authorization !== "" && { authorization }) },
    })

  beforeAll(async () => {
    app = await startAccountsApp("api", { TRUSTED_PROXIES: "127.0.0.1" })
    for (let at = 0; at < people; at++)
      await send("POST", "/auth/register", { name: "Ada", email: emailOf(at), password: "correct horse" })
  })
  afterAll(() => app?.stop())

  it("answers a request for a reset mail alike, and as fast, with and without an account", async () => {
    const alike = expectAlike((email) => send("POST", "/auth/forgot-password", { email }), rounds)
    await expect(alike).resolves.toBeUndefined()
    await expectMails()
  })

  it("answers a wrong password alike, and as fast, with and without an account", async () => {
    const alike = expectAlike((email) => send("POST", "/auth/login", { email, password: "wrong" }), rounds)
    await expect(alike).resolves.toBeUndefined()
  })

  it("answers a user who wants another address alike, and as fast, whether somebody has it or not", async () => {
    const { email: own, password } = mallory
    await send("POST", "/auth/register", mallory)
    const { text } = await send("POST", "/auth/login", { email: own, password })
    const { token } = JSON.parse(text) as { readonly token: string }
    const ask = (email: string) => send("PUT", "/account/email", { email, password }, `Bearer ${token}`)
    expect(await ask("free@example.com")).toMatchObject({ status: 202 })
    await expect(expectAlike(ask, rounds)).resolves.toBeUndefined()
  })

  it("answers a user who ends an API key of somebody else as if there were none, and as fast", async () => {
    const tokenOf = async ({ email, password }: Fields) => {
      const { text } = await send("POST", "/auth/login", { email: email!, password: password! })
      return `Bearer ${(JSON.parse(text) as { readonly token: string }).token}`
    }
    await send("POST", "/auth/register", owner)
    const named = { name: "nightly", password: owner.password }
    const { text } = await send("POST", "/account/keys", named, await tokenOf(owner))
    const { id, key } = JSON.parse(text) as { readonly id: string; readonly key: string }
    const [token, { password }] = [await tokenOf(mallory), mallory]
    const end = (email: string) =>
      send("POST", `/account/keys/${keyIdFor(email, id)}/end`, { password }, token)
    expect(await end("ada")).toMatchObject({ status: 204, text: "" })
    await expect(expectAlike(end, rounds)).resolves.toBeUndefined()
    expect((await fetch(`${app.url}/auth/key`, { headers: { "x-api-key": key } })).status).toBe(200)
  })
})
