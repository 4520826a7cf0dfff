import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { folderOf, write } from "../testing/running-tool.ts"
import { ask, askAsPage, type Developed, develop } from "./dashboard-client.ts"
import { findSeriousFaults } from "./find-serious-faults.ts"
import { mailsFiles } from "./mails-app.ts"

// Pictures for people to look at: SCREENSHOTS=folder npx vitest run packages/tool/tests/dashboard/mails.test.ts
const pictures = process.env["SCREENSHOTS"]

async function shoot(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

describe("the mails of the dashboard", () => {
  /** A server that mails try to reach, and what it was asked for. */
  const reached: string[] = []
  const elsewhere = createServer((request, response) => {
    reached.push(request.url!)
    response.end()
  })
  let folder: string
  let dev: Developed
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    elsewhere.listen(0, "127.0.0.1")
    await once(elsewhere, "listening")
    folder = folderOf(mailsFiles(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`))
    dev = await develop(folder, { MAIL_URL: "" })
    await ask(`${dev.app}/orders/ann`, { method: "POST" })
    browser = await chromium.launch(chromiumOptions())
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light" })
    page = await context.newPage()
    await page.goto(dev.url)
  })
  afterAll(async () => {
    await browser?.close()
    await dev?.tool.end()
    elsewhere.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("are listed, and a new one appears by itself", async () => {
    await page.getByRole("link", { name: "Mails" }).click()
    await page.getByRole("row", { name: /^Ann <ann@example\.com> Order of ann \d+ s ago$/ }).waitFor()
    await ask(`${dev.app}/orders/bob`, { method: "POST" })
    await page.getByRole("row", { name: /Order of bob/ }).waitFor()
    expect(await page.locator("#mails-rows tr").first().textContent()).toContain("Order of bob")
    expect(await page.title()).toBe("Mails · trivet dev")
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("show one with its addresses, its text with links, and its markup in a frame", async () => {
    await page.getByRole("link", { name: "Order of ann" }).focus()
    await page.keyboard.press("Enter")
    const mail = page.locator("#mail")
    await mail.getByRole("heading", { name: "Order of ann" }).waitFor()
    await expect.poll(() => page.locator(":focus").textContent()).toBe("Order of ann")
    await mail.getByText("log@example.com").waitFor()
    const link = mail.getByRole("link", { name: "https://shop.example/confirm?code=abc123" })
    expect(await link.getAttribute("href")).toBe("https://shop.example/confirm?code=abc123")
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer")
    await page.frameLocator("iframe.markup").getByRole("heading", { name: "Hello ann" }).waitFor()
    await shoot(page, "mails-light")
    expect(await findSeriousFaults(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    await shoot(page, "mails-dark")
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findSeriousFaults(page)).toEqual([])
    await shoot(page, "mails-phone-dark")
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  it("run no script, load nothing, and leave the page alone, whatever their markup contains", async () => {
    await ask(`${dev.app}/hostile`, { method: "POST" })
    await page.getByRole("link", { name: "<b>Hostile</b>" }).click()
    const frame = page.frameLocator("iframe.markup")
    await frame.getByText("before").waitFor()
    // The markup is in the frame: scripts and images had their chance.
    await frame.getByRole("button", { name: "go" }).click()
    await page.waitForResponse((reply) => reply.url().endsWith("/mails"))
    expect(await page.title()).toBe("Mails · trivet dev")
    expect(reached).toEqual([])
    expect(await frame.getByText("before").isVisible()).toBe(true)
    expect(await page.locator("#mails b").count()).toBe(0)
    expect(await page.locator("#mail a").count()).toBe(0)
  })

  it("are sandboxed by their reply too, for a person who opens the address of a frame", async () => {
    const [{ id }] = JSON.parse(await done({ what: "list" })) as [{ id: string }]
    const reply = await ask(`${dev.url}markup?id=${encodeURIComponent(id)}`)
    expect(reply.status).toBe(200)
    const policy = String(reply.headers["content-security-policy"])
    expect(policy.startsWith("sandbox; default-src 'none'; ")).toBe(true)
    expect(policy).not.toMatch(/script-src|allow-/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect((await ask(`${dev.url}markup?id=none`)).status).toBe(404)
    expect((await ask(`${new URL(dev.url).origin}/markup?id=${encodeURIComponent(id)}`)).status).toBe(404)
  })

  it("stay when the program restarts, and when it cannot start", async () => {
    const controller = readFileSync(join(folder, "src/main.ts"), "utf8")
    write(folder, { "src/main.ts": `throw new Error("broken")\n${controller}` })
    await page.getByText("not running").waitFor()
    expect((JSON.parse(await done({ what: "list" })) as object[]).length).toBe(3)
    write(folder, { "src/main.ts": controller })
    await page.getByText(/^running at/).waitFor()
    await page.getByRole("link", { name: "Order of ann" }).click()
    await page.locator("#mail").getByText("log@example.com").waitFor()
  })

  it("are asked for in no other way", async () => {
    expect((await askAsPage(dev.url, "mails", { what: "markup", id: "1" })).status).toBe(400)
    const unknown = await askAsPage(dev.url, "mails", { what: "show", id: "none" })
    expect(JSON.parse(unknown.body)).toEqual({ problem: "This mail is no longer kept." })
  })

  async function done(wish: object): Promise<string> {
    const { body } = await askAsPage(dev.url, "mails", wish)
    return (JSON.parse(body) as { done: string }).done
  }
})
