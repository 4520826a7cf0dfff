import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium, type Page, type Request } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { findSeriousFaults } from "../dashboard/find-serious-faults.ts"
import { type AccountsApp, nextMail, startAccountsApp } from "./accounts-app.ts"

// A new site with organisations in Chromium, with a mail server, at two widths:
// TRIVET_LONG=1 npx vitest run packages/tool/tests/accounts/organisations-walk.test.ts
// TRIVET_PICTURES=<folder> keeps a picture of each page.
const isLong = process.env["TRIVET_LONG"] === "1"
const pictures = process.env["TRIVET_PICTURES"]
const password = "correct horse"
const widths = [390, 1280] as const

let running: AccountsApp
let browser: Browser
const requests: Request[] = []
const texts: string[] = []

beforeAll(async () => {
  if (!isLong) return
  ;[running, browser] = await Promise.all([
    startAccountsApp("web", {}, ["organisations"]),
    chromium.launch(chromiumOptions()),
  ])
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
})

/** A browser of its own. */
async function newPage(): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on("request", (request) => void requests.push(request))
  page.on("response", async (response) => texts.push(await response.text().catch(() => "")))
  return page
}

async function send(page: Page, button: string, fields: Readonly<Record<string, string>> = {}) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole("button", { name: button, exact: true }).click()
}

const seen = new Set<string>()

/** What every page must be, at both widths: axe finds nothing serious, and nothing is wider than the window. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect([name, width, await findSeriousFaults(page)]).toEqual([name, width, []])
    const { cssContentSize } = await (await page.context().newCDPSession(page)).send("Page.getLayoutMetrics")
    expect([name, cssContentSize.width]).toEqual([name, width])
    if (pictures === undefined) continue
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}-${width}.png`), fullPage: true })
  }
  seen.add(name)
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto(`${running.url}/sign-up`)
  await send(page, "Sign up", { Name: name, "E-mail address": addressOf(name), Password: password })
}

const addressOf = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@example.com`

async function invite(ada: Page, name: string, role: string): Promise<string> {
  await ada.getByRole("link", { name: "Invitations" }).click()
  await ada.getByLabel("Role", { exact: true }).selectOption(role)
  await send(ada, "Invite", { "E-mail address": addressOf(name) })
  await ada.getByText("is on its way").waitFor()
  const { to, link } = await nextMail(running.mails, "Join Lamps & more")
  expect(to).toBe(addressOf(name))
  return link
}

const tokens: string[] = []

describe.runIf(isLong)("a new site with organisations", () => {
  let ada: Page
  let carol: Page
  beforeAll(async () => {
    ;[ada, carol] = [await newPage(), await newPage()]
    await signUp(ada, "Ada")
  })

  it("creates an organisation from a link in the header", async () => {
    await ada.getByRole("link", { name: "Organisations" }).click()
    await ada.getByText("You are in no organisation yet.").waitFor()
    await look(ada, "no-organisation")
    await send(ada, "Create")
    await ada.getByText("Name is required").waitFor()
    await look(ada, "name-missing")
    await send(ada, "Create", { Name: "Lamps & more" })
    await ada.getByRole("heading", { name: "Lamps & more" }).waitFor()
    expect(ada.url()).toMatch(/\/orgs\/[\da-f-]{36}$/)
    await look(ada, "one-member")
  })

  it("invites somebody without an account, who signs up on the way", async () => {
    const link = await invite(ada, "Carol", "admin")
    tokens.push(new URL(link).searchParams.get("token")!)
    await look(ada, "invitations")
    await carol.goto(link)
    expect(carol.url()).toBe(`${running.url}/join`)
    await look(carol, "join-signed-out")
    await carol.getByRole("link", { name: "Sign up to join" }).click()
    await send(carol, "Sign up", { Name: "Carol", "E-mail address": addressOf("Carol"), Password: password })
    await carol.getByText("You are signed in as carol@example.com").waitFor()
    await look(carol, "join")
    await send(carol, "Join")
    await carol.getByText("You are a member of Lamps & more now.").waitFor()
    await look(carol, "joined-as-admin")
    await carol.goto(link)
    await send(carol, "Join")
    await carol.getByText("not valid any more").waitFor()
    await look(carol, "join-again")
  })

  it("changes a role, removes a member, and says why the last owner stays", async () => {
    await ada.getByRole("link", { name: "Members" }).click()
    await ada.getByLabel("Role of Carol", { exact: true }).selectOption("member")
    await send(ada, "Change the role of Carol")
    await ada.getByText("The role is changed.").waitFor()
    await ada.getByText("Leave Lamps & more").click()
    await send(ada, "Leave")
    await ada.getByText("Make somebody else an owner first.").waitFor()
    await look(ada, "last-owner")
    const long = "Maximiliane von und zu Schwarzenberg-Hohenlohe"
    const link = await invite(ada, long, "member")
    tokens.push(new URL(link).searchParams.get("token")!)
    const guest = await newPage()
    await signUp(guest, long)
    await guest.goto(link)
    await send(guest, "Join")
    await look(guest, "joined-as-member")
    await ada.getByRole("link", { name: "Members" }).click()
    await look(ada, "members")
    await send(ada, `Remove ${long}`)
    await ada.getByText("The member is removed.").waitFor()
    await guest.reload()
    expect(await guest.getByRole("heading").allTextContents()).toEqual(["404 Not Found"])
  })

  it("withdraws an invitation, and shows all changes", async () => {
    const link = await invite(ada, "Dan", "member")
    await send(ada, "Withdraw the invitation of dan@example.com")
    await ada.getByText("No invitation is open.").waitFor()
    tokens.push(new URL(link).searchParams.get("token")!)
    await ada.getByRole("link", { name: "Changes" }).click()
    await ada.getByText("Ada: role changed, Carol from admin to member").waitFor()
    expect(ada.url()).toMatch(/\/events$/)
    await look(ada, "changes")
  })

  it("switches to another organisation, and leaves", async () => {
    await carol.goto(`${running.url}/orgs`)
    await send(carol, "Create", { Name: "Chairs" })
    await carol.getByRole("link", { name: "Lamps & more" }).click()
    await carol.getByRole("heading", { name: "Lamps & more" }).waitFor()
    await look(carol, "switch")
    await carol.getByText("Leave Lamps & more").click()
    await look(carol, "leave")
    await send(carol, "Leave")
    await carol.getByText("You have left.").waitFor()
    expect(await carol.getByText("Your role").count()).toBe(1)
    await look(carol, "left")
  })

  it("has the tokens in no address but that of the link, no page, no referrer and no log", async () => {
    expect(tokens).toHaveLength(3)
    const found = (text: string) => tokens.filter((token) => text.includes(token))
    const others = requests.filter((request) => !request.url().includes("/invitation?token="))
    expect(requests.length - others.length).toBeGreaterThanOrEqual(3)
    expect(found(others.map((request) => request.url()).join("\n"))).toEqual([])
    const headers = await Promise.all(requests.map(async (request) => request.allHeaders()))
    expect(found(headers.map((one) => one["referer"] ?? "").join("\n"))).toEqual([])
    const replies = await Promise.all(requests.map(async (request) => request.response()))
    expect(texts.filter((text) => text.includes("Join an organisation")).length).toBeGreaterThan(3)
    expect(found(texts.join("\n"))).toEqual([])
    // The pages need no script: they have none.
    expect(texts.join("\n")).not.toMatch(/<script|javascript:| on\w+=/)
    const places = await Promise.all(replies.map(async (reply) => reply?.headerValue("location")))
    expect(places.filter((place) => place === "/join").length).toBeGreaterThanOrEqual(3)
    expect(found(places.join("\n"))).toEqual([])
    expect(running.log()).toContain("/invitation")
    expect(found(running.log())).toEqual([])
    expect(seen.size).toBeGreaterThan(14)
  })
})
