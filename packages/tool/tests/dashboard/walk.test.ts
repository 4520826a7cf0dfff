import { readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { folderOf, write } from "../testing/running-tool.ts"
import { ask, callsOf, type Developed, develop } from "./dashboard-client.ts"
import { copyExample } from "../testing/example-copy.ts"
import { findSeriousFaults } from "./find-serious-faults.ts"
import { markup, planted, plantedFiles } from "./planted-app.ts"
import { readingScript } from "./reading-script.ts"

// Pictures for people to look at: SCREENSHOTS=folder npx vitest run packages/tool/tests/dashboard/walk.test.ts
const pictures = process.env["SCREENSHOTS"]
const json = { "content-type": "application/json" }

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions())
})
afterAll(() => browser?.close())

async function shoot(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

/** The brightness of the drawing's background, 0 to 255, as the browser draws it. */
function brightnessOfDrawing(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const canvas = document.createElement("canvas")
    const pen = canvas.getContext("2d")
    pen.drawImage(document.querySelector("#modules-picture"), 0, 0)
    return Math.max(...pen.getImageData(2, 2, 1, 1).data.slice(0, 3))
  })()`)
}

describe("the dashboard of the blog", () => {
  const folder = copyExample("blog")
  let dev: Developed
  let page: Page
  /** What the browser complained about. */
  const complaints: string[] = []

  beforeAll(async () => {
    dev = await develop(folder, { BCRYPT_COST: "4", DATABASE_URL: "", REDIS_URL: "" })
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light" })
    page = await context.newPage()
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    await page.goto(dev.url)
  })
  afterAll(async () => {
    await page?.context().close()
    await dev?.tool.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it("shows that the program runs, and no call yet", async () => {
    await page.getByText(/^running at http:\/\/localhost:\d+$/).waitFor()
    await page.getByText("No calls yet.").waitFor()
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("sends a request from the form of its contract, by keyboard alone", async () => {
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    expect(await page.locator(":focus").textContent()).toBe("Routes")
    await page.keyboard.press("Enter")
    const routes = page.getByRole("link", { name: /POST \/auth\/register/ })
    await routes.focus()
    await page.keyboard.press("Enter")
    const form = page.getByRole("form", { name: "Try POST /auth/register" })
    await form.waitFor()
    const body = form.getByLabel("Body (JSON)")
    expect(JSON.parse(await body.inputValue())).toMatchObject({ email: "ada@example.com", name: "" })
    await body.fill(JSON.stringify({ email: "ada@example.com", password: "correct horse", name: "Ada" }))
    await shoot(page, "routes-light")
    await form.getByRole("button", { name: "Send" }).focus()
    await page.keyboard.press("Enter")
    const reply = page.locator("#reply")
    await reply.getByRole("heading", { name: "POST /auth/register 201" }).waitFor()
    // A screen reader is at the reply now.
    expect(await page.locator(":focus").textContent()).toContain("POST /auth/register")
    await reply.getByText("insert into").first().waitFor()
    expect(await page.content()).not.toContain("correct horse")
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("sends a request with the credentials of another call, which the page never sees", async () => {
    const login = JSON.stringify({ email: "ada@example.com", password: "correct horse" })
    const { body } = await ask(`${dev.app}/auth/login`, { method: "POST", headers: json, body: login })
    const { token } = JSON.parse(body) as { token: string }
    await page.getByRole("link", { name: /POST \/posts/ }).click()
    const form = page.getByRole("form", { name: "Try POST /posts" })
    await expect
      .poll(() => form.getByLabel("Credentials of").locator("option").allTextContents())
      .toContainEqual(expect.stringContaining("POST /auth/login"))
    await form.getByLabel("Body (JSON)").fill(JSON.stringify({ title: "On engines", content: "A text." }))
    await form.getByRole("button", { name: "Send" }).click()
    await page.locator("#reply").getByRole("heading", { name: "POST /posts 201" }).waitFor()
    expect(await page.content()).not.toContain(token)
  })

  it("shows calls as they come in, and finds them", async () => {
    await page.getByRole("link", { name: "Calls", exact: true }).click()
    await ask(`${dev.app}/posts?limit=5`)
    await ask(`${dev.app}/posts/nothing`)
    await ask(`${dev.app}/no-such-path`)
    await page.getByRole("link", { name: "GET /posts?limit=5" }).waitFor()
    await page.getByRole("link", { name: "GET /no-such-path" }).waitFor()
    await page.getByLabel("errors only").check()
    await expect.poll(() => page.locator("#calls-rows tr").count()).toBe(2)
    await page.getByLabel("errors only").uncheck()
    await page.getByRole("searchbox", { name: "Filter" }).fill("register")
    await expect.poll(() => page.locator("#calls-rows tr").count()).toBe(1)
    await page.getByRole("searchbox", { name: "Filter" }).fill("")
  })

  it("shows a call with waterfall, SQL, log, reply and request", async () => {
    await page.getByRole("link", { name: "POST /auth/register" }).click()
    const call = page.locator("#call")
    await call.getByRole("heading", { name: "POST /auth/register 201" }).waitFor()
    expect(await call.locator(".timeline tbody tr").count()).toBeGreaterThan(0)
    const bars = await page.evaluate<number[]>(
      `[...document.querySelectorAll("#call .bar")].map((bar) => bar.getBoundingClientRect().width)`,
    )
    expect(bars.every((width) => width > 0)).toBe(true)
    expect(await call.getByText(`"email": "ada@example.com"`).count()).toBe(2)
    expect(await call.getByText(`"password": "•••"`).count()).toBe(1)
    await shoot(page, "call-light")
    expect(await findSeriousFaults(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    await shoot(page, "call-dark")
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("shows modules and configuration", async () => {
    await page.getByRole("link", { name: "Modules" }).click()
    await expect
      .poll(() => page.evaluate<number>(`document.querySelector("#modules-picture").naturalWidth`))
      .toBeGreaterThan(300)
    await page.getByRole("heading", { name: "users", exact: true }).waitFor()
    await shoot(page, "modules-dark")
    // Chromium draws an image again some time after the scheme changed.
    await expect.poll(() => brightnessOfDrawing(page)).toBeLessThan(60)
    await page.emulateMedia({ colorScheme: "light" })
    await expect.poll(() => brightnessOfDrawing(page)).toBe(255)
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await findSeriousFaults(page)).toEqual([])
    await page.getByRole("link", { name: "Configuration" }).click()
    await page.getByRole("row", { name: /^BCRYPT_COST 4 a whole number/ }).waitFor()
    await shoot(page, "configuration-dark")
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("stays when the program restarts, with its calls", async () => {
    await page.emulateMedia({ colorScheme: "light" })
    await page.getByRole("link", { name: "Calls", exact: true }).click()
    const file = join(folder, "src/users/auth-controller.ts")
    const whole = readFileSync(file, "utf8")
    const bug = `throw new Error("planted: no user of this name")\n    const user =`
    write(folder, { "src/users/auth-controller.ts": whole.replace("const user =", bug) })
    await page.getByText("starting").waitFor()
    await page.getByText(/^running at/).waitFor()
    await page.getByRole("link", { name: "POST /auth/register" }).click()
    await page.getByText("Made before the last restart").waitFor()
    expect(await page.getByRole("button", { name: "Save as test" }).isDisabled()).toBe(true)
  })

  it("shows an error with its source", async () => {
    const port = /localhost:(\d+)/.exec((await page.locator("#state").textContent())!)![1]!
    const body = JSON.stringify({ email: "bob@example.com", password: "correct horse", name: "Bob" })
    await ask(`http://localhost:${port}/auth/register`, { method: "POST", headers: json, body })
    await page
      .locator("#calls-rows tr")
      .first()
      .getByRole("link", { name: /register/ })
      .click()
    const error = page.getByRole("region", { name: "Error" })
    await error.getByText("Error: planted: no user of this name").waitFor()
    await error.getByText("src/users/auth-controller.ts:15").first().waitFor()
    expect(await error.locator(".meant").textContent()).toContain(`throw new Error("planted`)
    await shoot(page, "error-light")
    await page.setViewportSize({ width: 390, height: 844 })
    await shoot(page, "error-phone")
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("never made the browser complain", () => {
    expect(complaints).toEqual([])
  })
})

describe("an attacker's page and an attacker's texts", () => {
  const folder = folderOf(plantedFiles)
  let dev: Developed
  let site: Server

  beforeAll(async () => {
    dev = await develop(folder, { MODE: "fast" })
    site = createServer((_, reply) => {
      reply.writeHead(200, { "content-type": "text/html" })
      reply.end("<!doctype html><title>evil</title><body></body>")
    }).listen(0, "127.0.0.1")
  })
  afterAll(async () => {
    site?.close()
    site?.closeAllConnections()
    await dev?.tool.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it("show no markup as markup: in names of modules, summaries, paths, errors and values", async () => {
    const page = await browser.newPage()
    await ask(`${dev.app}/hello/nobody`)
    await ask(
      `${dev.app}/hello/${encodeURIComponent(markup)}?${encodeURIComponent(markup)}=${encodeURIComponent(markup)}`,
    )
    await ask(`${dev.app}/hello/there`, { headers: { "x-note": markup } })
    const login = JSON.stringify({ email: `"<b>"@example.com`, password: planted.password, [markup]: markup })
    await ask(`${dev.app}/login`, { method: "POST", headers: json, body: login })
    const calls = await callsOf(dev.url, 4)
    await page.goto(dev.url)
    for (const { id } of calls) {
      await page.goto(`${dev.url}#/calls/${id}`)
      await page.locator("#call h2").waitFor()
    }
    await page.goto(`${dev.url}#/routes/${encodeURIComponent("POST /login")}`)
    await page.locator("#route").getByText("<img src=x").waitFor()
    await page.goto(`${dev.url}#/modules`)
    await page.getByRole("heading", { name: "<img src=x" }).waitFor()
    await page.goto(`${dev.url}#/calls/${encodeURIComponent(markup)}`)
    await page.getByText("no longer kept").waitFor()
    expect(await page.title()).not.toContain("owned")
    // One script of its own, and the drawing.
    expect(await page.locator("script").count()).toBe(1)
    expect(await page.locator("img").count()).toBe(1)
    await page.goto(`${dev.url}modules.svg`)
    expect(await page.locator("script").count()).toBe(0)
    expect(await page.title()).not.toContain("owned")
    await page.close()
  })

  it("cannot read the dashboard from another site, even with its address", async () => {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
    const read = await page.evaluate(readingScript(dev.url))
    expect(read).toEqual({
      fetch: "rejected",
      "no-cors": "rejected",
      send: "rejected",
      script: "rejected",
      img: "rejected",
      link: "rejected",
      events: "rejected",
      frame: "rejected",
    })
    await page.close()
  })
})
