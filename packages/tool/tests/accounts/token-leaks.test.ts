import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { ask, askAsPage, callsOf } from "../dashboard/dashboard-client.ts"
import { type MadeAccounts, nextMail } from "./accounts-app.ts"
import { startWatchedSite, type WatchedSite } from "./watched-site.ts"

// Where does the token of a link go? A site with accounts, watched as closely as possible: each line of its log, its
// dashboard, its traces, its database, and what Chromium sends to it and to another site.
let site: WatchedSite
let app: MadeAccounts
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWatchedSite(), chromium.launch(chromiumOptions())])
  app = site.app
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

interface Exchange {
  readonly url: string
  readonly referrer: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
/** What Chromium has asked the site for, and what it got. */
const exchanges: Exchange[] = []

async function newPage(): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on("response", async (response) => {
    const url = response.url()
    const [headers, sent] = [await response.allHeaders(), await response.request().allHeaders()]
    const body = await response.text().catch(() => "")
    if (url.startsWith(app.url)) exchanges.push({ url, referrer: sent["referer"] ?? "", headers, body })
  })
  return page
}

async function fill(
  page: Page,
  button: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole("button", { name: button, exact: true }).click()
}

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" }
const tokens: string[] = []

async function nextLink(subject: string): Promise<{ readonly link: string; readonly token: string }> {
  const { link } = await nextMail(app.mails, subject)
  const token = new URL(link).searchParams.get("token")!
  expect(token).toMatch(/^[\w-]{43}$/)
  tokens.push(token)
  return { link, token }
}

/** Asks for a reset mail, each time for another account: how often is limited. */
async function askReset(email: string): Promise<{ readonly link: string; readonly token: string }> {
  expect(await postOnce("/forgot-password", new URLSearchParams({ email }))).toBe(200)
  return nextLink("Choose a new password")
}

async function signUp(email: string): Promise<void> {
  expect(await postOnce("/sign-up", new URLSearchParams({ ...ada, email }))).toBe(303)
  await nextLink("Confirm your e-mail address")
}

async function post(path: string, body: URLSearchParams | string, type?: string): Promise<number> {
  const reply = await fetch(`${app.url}${path}`, {
    method: "POST",
    body,
    redirect: "manual",
    ...(type !== undefined && { headers: { "content-type": type } }),
  })
  await reply.text()
  return reply.status
}

/** Sends a form. Repeats one that an overloaded process rejected without looking at it, as on a busy machine. */
async function postOnce(path: string, body: URLSearchParams): Promise<number> {
  const status = await post(path, body)
  if (status !== 503) return status
  await sleep(200)
  return postOnce(path, body)
}

/** The tokens that a text contains. */
const found = (text: string): readonly string[] => tokens.filter((token) => text.includes(token))

describe("the token of a link", () => {
  it("is used in a browser, which visits other pages from there", async () => {
    const page = await newPage()
    await page.goto(`${app.url}/sign-up`)
    await fill(page, "Sign up", { Name: ada.name, "E-mail address": ada.email, Password: ada.password })
    const confirm = await nextLink("Confirm your e-mail address")
    await page.goto(confirm.link)
    await fill(page, "Confirm")
    await page.getByText("Your e-mail address is confirmed.").waitFor()
    const { link } = await askReset(ada.email)
    await page.goto(link)
    await fill(page, "Change the password", { "New password": "password123" })
    await page.getByText("easy to guess").waitFor()
    await page.getByRole("link", { name: "Send a new link" }).click()
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor()
    await page.goto(link)
    // What a page with a link to another site, or of a browser's extension, would do.
    const leaving = JSON.stringify({ href: site.elsewhere, textContent: "elsewhere" })
    await page.evaluate(`document.body.append(Object.assign(document.createElement("a"), ${leaving}))`)
    await page.getByText("elsewhere").click()
    await page.getByText("another site").waitFor()
    expect(await page.evaluate<string>("document.referrer")).toBe(`${app.url}/`)
    await page.goto(link)
    await fill(page, "Change the password", { "New password": "tidal umbrella plinth" })
    await page.getByText("Your password was changed.").waitFor()
    const shown = await page.evaluate<string[]>("[location.href, document.referrer, document.cookie]")
    expect(found(shown.join("\n"))).toEqual([])
    // Back to a page that no cache has kept: the browser asks the site again.
    const times = () => exchanges.filter(({ url }) => url === link).length
    const before = times()
    await page.goBack()
    await expect.poll(times).toBe(before + 1)
    await fill(page, "Change the password", { "New password": "another umbrella plinth" })
    await page.getByText("This link is not valid any more").waitFor()
  })

  it("is sent in ways that the site did not expect", async () => {
    await signUp("bob@example.com")
    const { token } = await askReset("bob@example.com")
    const json = "application/json"
    const body = new URLSearchParams({ token, password: "tidal umbrella plinth" })
    const statuses = [
      await post("/reset-password", `{"token":"${token}"`, json),
      await post("/reset-password", `token=${token}&%`, "application/x-www-form-urlencoded"),
      await post("/reset-password", token, "text/plain"),
      await post("/reset-password", `--x\r\n${token}`, "multipart/form-data; boundary=x"),
      await post(`/reset-password?token=${token}`, ""),
      await post(`/reset-password/${token}`, ""),
      await post(`/reset-password/?token=${token}`, ""),
      await post(`/${token}`, body),
    ]
    for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400)
    for (const path of ["/reset-password/", "//reset-password", "/RESET-PASSWORD", "/reset%2Dpassword"]) {
      const reply = await fetch(`${app.url}${path}?token=${token}`, { redirect: "manual" })
      expect(found(reply.headers.get("location") ?? "")).toEqual([])
      await reply.text()
    }
    expect(await post("/reset-password", body)).toBe(303)
  })

  it("has an API key beside it, which a browser shows and programs send, also where it does not belong", async () => {
    const page = await newPage()
    await page.goto(`${app.url}/sign-in`)
    await fill(page, "Sign in", { "E-mail address": ada.email, Password: "tidal umbrella plinth" })
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    await page.goto(`${app.url}/account/keys`)
    await fill(page, "Create the key", { Name: "nightly", Password: "tidal umbrella plinth" })
    const key = await page.getByLabel("API key", { exact: true }).inputValue()
    expect(key).toMatch(/^tk_[\w-]{43}$/)
    tokens.push(key)
    await page.getByRole("link", { name: "To the account" }).click()
    await page.getByText("nightly").waitFor()
    const askWith = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const reply = await fetch(`${app.url}${path}`, { headers })
      await reply.text()
      return reply.status
    }
    expect(await askWith("/api/key", { "x-api-key": key })).toBe(200)
    expect(await askWith("/api/key", { "x-api-key": `${key}x` })).toBe(401)
    expect(await askWith("/api/key", { authorization: `Bearer ${key}` })).toBe(401)
    expect(await askWith(`/api/key?key=${key}`)).toBe(401)
    expect(await askWith(`/api/key/${key}`)).toBe(404)
    expect(await post("/account/keys", `{"key":"${key}"`, "application/json")).toBeGreaterThanOrEqual(303)
  })

  it("is used while the database fails", async () => {
    const body = async (email: string) => {
      await signUp(email)
      const { token } = await askReset(email)
      return new URLSearchParams({ token, password: "tidal umbrella plinth" })
    }
    const forms = [
      ["key_values", await body("eve@example.com"), 503],
      ["users", await body("dan@example.com"), 500],
    ] as const
    for (const [table, form, status] of forms) {
      await sql`alter table ${sql.table(table)} rename to hidden_away`.execute(site.db)
      expect([table, await post("/reset-password", form)]).toEqual([table, status])
      await sql`alter table hidden_away rename to ${sql.table(table)}`.execute(site.db)
    }
  })

  it("is in no referrer, and in no address that another page or site gets", () => {
    const links = exchanges.filter(({ url }) => found(url).length > 0)
    expect(links.length).toBeGreaterThanOrEqual(5)
    for (const { headers } of links) expect(headers["referrer-policy"]).toBe("strict-origin")
    expect(exchanges.filter(({ referrer }) => referrer !== "").length).toBeGreaterThan(5)
    expect(found(exchanges.map(({ referrer }) => referrer).join("\n"))).toEqual([])
    expect(site.sentElsewhere.join("\n")).toContain(`"referer":"${app.url}/"`)
    expect(found(site.sentElsewhere.join("\n"))).toEqual([])
  })

  it("is in no reply that a cache may keep, no redirect and no cookie", () => {
    const holding = exchanges.filter(({ url, body }) => found(url + body).length > 0)
    expect(holding.length).toBeGreaterThanOrEqual(6)
    for (const { headers } of holding) expect(headers["cache-control"]).toBe("no-store")
    expect(exchanges.filter(({ headers }) => "location" in headers).length).toBeGreaterThanOrEqual(3)
    expect(found(JSON.stringify(exchanges.map(({ headers }) => headers)))).toEqual([])
  })

  it("is in no line of the log", () => {
    const { output } = site.dev.tool
    for (const text of ["password_reset", "email_verified", "token_rejected", "does not exist", "select "])
      expect([text, output.includes(text)]).toEqual([text, true])
    expect(found(output)).toEqual([])
  })

  it("is in nothing that the dashboard shows or saves", async () => {
    const calls = await callsOf(site.dev.url, 20)
    const links = calls.filter(({ path }) => /\/reset-password|\/keys?\b/.test(path))
    expect(links.length).toBeGreaterThan(10)
    const shown = await Promise.all(
      calls.map(async ({ id }) => (await ask(`${site.dev.url}call?id=${id}`)).body),
    )
    const saved: string[] = []
    for (const { id } of links) {
      const { done } = JSON.parse((await askAsPage(site.dev.url, "save", { id })).body) as { done: string }
      saved.push(readFileSync(join(app.folder, done), "utf8"))
    }
    const jobs = (await askAsPage(site.dev.url, "jobs", { what: "list" })).body
    expect(jobs).toContain("accounts/reset")
    expect(saved.join("\n")).toContain("/reset-password")
    expect(found([JSON.stringify(calls), ...shown, ...saved, jobs].join("\n"))).toEqual([])
  })

  it("is in no trace", async () => {
    const names = () => site.receiver.spans.map(({ name }) => name)
    await expect.poll(names).toEqual(expect.arrayContaining(["GET /reset-password", "POST /reset-password"]))
    expect(found(site.receiver.bodies.join("\n"))).toEqual([])
  })

  it("is in no table", async () => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
      site.db,
    )
    const dumps = await Promise.all(
      rows.map(({ name }) => sql`select t::text as row from ${sql.raw(name)} t`.execute(site.db)),
    )
    const dump = JSON.stringify(dumps.map((one) => one.rows))
    for (const text of [ada.email, "accounts/reset"]) expect(dump).toContain(text)
    expect(found(dump)).toEqual([])
    expect(tokens.length).toBeGreaterThanOrEqual(8)
  })
})
