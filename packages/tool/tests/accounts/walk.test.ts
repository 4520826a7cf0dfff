import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { findSeriousFaults } from "../dashboard/find-serious-faults.ts"
import { type AccountsApp, nextMail as nextMailOf, startAccountsApp } from "./accounts-app.ts"

// A new site with accounts, in Chromium, with PostgreSQL and a mail server: from nothing to a password that was reset.
let running: AccountsApp
let browser: Browser
let site: string
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" }
const renewed = "tidal umbrella plinth"

beforeAll(async () => {
  ;[running, browser] = await Promise.all([startAccountsApp("web"), chromium.launch(chromiumOptions())])
  site = running.url
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
})

/** A browser of its own: another person, or the same one elsewhere. */
async function newPage(): Promise<Page> {
  return (await browser.newContext()).newPage()
}

/** The forms that axe has looked at. */
const looked = new Set<string>()

/** Fills in the fields of a page by their labels, and presses its button. */
async function send(
  page: Page,
  button: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  // A form is looked at once, and once with each number of errors: axe needs more time than all else here.
  const errors = await page.locator(".error, [role=alert]").count()
  const form = `${new URL(page.url()).pathname} ${button} ${errors}`
  if (!looked.has(form)) expect(await findSeriousFaults(page)).toEqual([])
  looked.add(form)
  await page.getByRole("button", { name: button, exact: true }).click()
}

async function signIn(page: Page, password: string, email = ada.email): Promise<void> {
  await page.goto(`${site}/sign-in`)
  await send(page, "Sign in", { "E-mail address": email, Password: password })
}

const nextMail = (subject: string) => nextMailOf(running.mails, subject)
const tokenIn = (link: string): string => new URL(link).searchParams.get("token")!

describe("a new site with accounts", () => {
  const tokens: string[] = []
  let home: Page
  beforeAll(async () => {
    home = await newPage()
  })

  it("verifies an address by the link of a mail, opened in another browser", async () => {
    await home.goto(`${site}/sign-up`)
    await send(home, "Sign up", { Name: ada.name, "E-mail address": ada.email, Password: ada.password })
    await home.getByText("Welcome, Ada.").waitFor()
    await home.getByRole("link", { name: "Account" }).click()
    await home.getByText("which is not confirmed yet").waitFor()
    expect(await findSeriousFaults(home)).toEqual([])
    const { to, link } = await nextMail("Confirm your e-mail address")
    expect([to, link.startsWith(`${site}/confirm-email?token=`)]).toEqual([ada.email, true])
    tokens.push(tokenIn(link))
    const elsewhere = await newPage()
    await elsewhere.goto(link)
    await home.reload()
    await home.getByText("which is not confirmed yet").waitFor()
    await send(elsewhere, "Confirm")
    await elsewhere.getByText("Your e-mail address is confirmed.").waitFor()
    await home.reload()
    expect(await home.getByText("which is not confirmed yet").count()).toBe(0)
  })

  it("refuses a password that is easy to guess, and says so in the form", async () => {
    const page = await newPage()
    await page.goto(`${site}/sign-up`)
    await send(page, "Sign up", {
      Name: "Eve",
      "E-mail address": "eve@example.com",
      Password: "Password2024!",
    })
    await page.getByText("Password is too easy to guess").waitFor()
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("says the same of an address with an account and of one without", async () => {
    const texts: (string | null)[] = []
    for (const email of [ada.email, "nobody@example.com"]) {
      const page = await newPage()
      await page.goto(`${site}/sign-in`)
      await page.getByRole("link", { name: "Forgot your password?" }).click()
      await send(page, "Send a link", { "E-mail address": email })
      await page.getByRole("heading", { name: "Look into your mailbox" }).waitFor()
      texts.push(`${page.url()} ${await page.locator("body").textContent()}`)
    }
    expect(texts[1]).toBe(texts[0])
  })

  it("resets the password with the link, ends the session, and leaks no token to another request", async () => {
    const { to, link } = await nextMail("Choose a new password")
    expect(to).toBe(ada.email)
    tokens.push(tokenIn(link))
    const page = await newPage()
    const referrers: (string | undefined)[] = []
    page.on("request", (request) => {
      if (request.url() !== link) referrers.push(request.headers()["referer"])
    })
    await page.goto(link)
    await send(page, "Change the password", { "New password": renewed })
    await page.getByText("Your password was changed. Sign in with the new one.").waitFor()
    // The style sheet and the form: both name where they come from, and neither with the token.
    expect(referrers.filter((one) => one !== undefined).length).toBeGreaterThan(1)
    for (const token of tokens) expect(referrers.join(" ")).not.toContain(token)
    await home.reload()
    await home.getByRole("heading", { name: "Sign in" }).waitFor()
    expect((await nextMail("Your password was changed")).to).toBe(ada.email)
  })

  it("does not take the link a second time, nor the old password", async () => {
    const page = await newPage()
    await page.goto(`${site}/reset-password?token=${tokens.at(-1)}`)
    await send(page, "Change the password", { "New password": "another umbrella" })
    await page.getByText("This link is not valid any more").waitFor()
    expect(await findSeriousFaults(page)).toEqual([])
    await signIn(page, ada.password)
    await page.getByText("Invalid credentials").waitFor()
  })

  it("lists the sessions and ends another one", async () => {
    const other = await newPage()
    for (const page of [home, other]) {
      await signIn(page, renewed)
      await page.getByRole("heading", { name: "Notes" }).waitFor()
    }
    await home.goto(`${site}/account`)
    await home.getByText("this browser").waitFor()
    expect(await findSeriousFaults(home)).toEqual([])
    const end = home.getByRole("button", { name: /^End session \d+$/ })
    await home.getByLabel("Password", { exact: true }).fill("wrong")
    await end.click()
    await home.getByText("Password is wrong").waitFor()
    expect(await findSeriousFaults(home)).toEqual([])
    await home.getByLabel("Password", { exact: true }).fill(renewed)
    await end.click()
    await expect.poll(() => home.getByRole("button", { name: /^End session/ }).count()).toBe(0)
    await other.reload()
    await other.getByRole("heading", { name: "Sign in" }).waitFor()
  })

  it("creates an API key by the password, shows it once, lists it and ends it", async () => {
    await home.goto(`${site}/account`)
    await home.getByRole("link", { name: "Create an API key" }).click()
    await send(home, "Create the key", { Name: "nightly", Password: "wrong" })
    await home.getByText("Password is wrong").waitFor()
    expect(await findSeriousFaults(home)).toEqual([])
    await send(home, "Create the key", { Password: renewed })
    await home.getByRole("heading", { name: "Your API key" }).waitFor()
    expect(await findSeriousFaults(home)).toEqual([])
    const key = await home.getByLabel("API key").inputValue()
    tokens.push(key)
    expect((await nextMail("An API key was created")).to).toBe(ada.email)
    const headers = { "x-api-key": key }
    const ask = async () => (await fetch(`${site}/api/key`, { headers })).status
    expect(await ask()).toBe(200)
    expect((await fetch(`${site}/account`, { headers, redirect: "manual" })).status).toBe(303)
    await home.getByRole("link", { name: "To the account" }).click()
    await home.getByText("nightly").waitFor()
    await expect
      .poll(async () => (await home.reload())!.text())
      .toMatch(/last used \d{4}-\d\d-\d\d \d\d:\d\d UTC, does not expire/)
    expect(await home.content()).not.toContain(key)
    expect(await findSeriousFaults(home)).toEqual([])
    await send(home, "End key nightly", { Password: renewed })
    await expect.poll(() => home.getByRole("button", { name: /^End key/ }).count()).toBe(0)
    expect(await ask()).toBe(401)
  })

  it("changes the address when the new one has confirmed it, and tells the old one", async () => {
    await home.getByRole("link", { name: "Change the e-mail address" }).click()
    await send(home, "Send the mail", { "New e-mail address": "lovelace@example.com", Password: renewed })
    await home.getByText("Open the link in the mail to your new address.").waitFor()
    const { to, link } = await nextMail("Confirm your e-mail address")
    expect(to).toBe("lovelace@example.com")
    tokens.push(tokenIn(link))
    await home.goto(link)
    await send(home, "Confirm")
    await home.goto(`${site}/account`)
    await home.getByText("lovelace@example.com").waitFor()
    expect((await nextMail("Your e-mail address was changed")).to).toBe(ada.email)
  })

  it("deletes the account, by its password", async () => {
    await home.getByRole("link", { name: "Delete the account" }).click()
    await send(home, "Delete the account", { Password: renewed })
    await home.getByText("Your account was deleted.").waitFor()
    expect((await nextMail("Your account was deleted")).to).toBe("lovelace@example.com")
    await signIn(home, renewed, "lovelace@example.com")
    await home.getByText("Invalid credentials").waitFor()
  })

  it("has written events to its log, and neither a token nor an address", () => {
    const log = running.log()
    for (const event of [
      "reset_requested",
      "password_reset",
      "session_destroyed",
      "api_key_created",
      "api_key_revoked",
      "email_changed",
      "account_deleted",
    ])
      expect(log).toContain(event)
    for (const secret of [...tokens, ada.email, "lovelace@example.com", "nobody@example.com", renewed])
      expect(log).not.toContain(secret)
    expect(tokens).toHaveLength(4)
  })
})
