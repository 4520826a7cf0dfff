import { rmSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { folderOf } from "../testing/running-tool.ts"
import { ask, askAsPage, callsOf, type Developed, develop } from "./dashboard-client.ts"
import { findSeriousFaults } from "./find-serious-faults.ts"
import { jobsFiles, sweepHour } from "./jobs-app.ts"
import { planted } from "./planted-app.ts"

// Pictures for people to look at: SCREENSHOTS=folder npx vitest run packages/tool/tests/dashboard/jobs.test.ts
const pictures = process.env["SCREENSHOTS"]

async function shoot(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

describe("the jobs of the dashboard", () => {
  const folder = folderOf(jobsFiles)
  let dev: Developed
  let browser: Browser
  let page: Page
  /** What the browser complained about. */
  const complaints: string[] = []

  beforeAll(async () => {
    dev = await develop(folder)
    for (const order of [7, 13, 99]) await ask(`${dev.app}/orders/${order}`, { method: "POST" })
    browser = await chromium.launch(chromiumOptions())
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light" })
    page = await context.newPage()
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    await page.goto(dev.url)
  })
  afterAll(async () => {
    await browser?.close()
    await dev?.tool.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it("are among the calls, with their log and their error, and cannot be saved as tests", async () => {
    await page.getByRole("link", { name: "job receipts/send" }).first().waitFor()
    expect(await page.getByRole("link", { name: "job receipts/send" }).count()).toBe(2)
    await page
      .getByRole("row", { name: /^\d\d:\d\d:\d\d 500 job receipts\/send/ })
      .getByRole("link")
      .click()
    const call = page.locator("#call")
    await call.getByRole("heading", { name: "job receipts/send 500" }).waitFor()
    await call.getByText("Error: no paper for •••").waitFor()
    await call.locator(".logs").getByText("printing").waitFor()
    await call.getByText(`"password": "•••"`).waitFor()
    expect(await call.getByRole("button", { name: "Save as test" }).count()).toBe(0)
    await shoot(page, "job-call-light")
    const calls = await callsOf(dev.url, 5)
    const { id } = calls.find(({ method }) => method === "job")!
    expect(JSON.parse((await askAsPage(dev.url, "save", { id })).body)).toHaveProperty("problem")
  })

  it("are listed by state with their errors, reached by keyboard alone", async () => {
    await page.locator("body").focus()
    await page.getByRole("link", { name: "Routes" }).focus()
    await page.keyboard.press("Tab")
    expect(await page.locator(":focus").textContent()).toBe("Jobs")
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: /^done receipts\/send/ }).waitFor()
    await page.getByRole("row", { name: /^waiting receipts\/send in 59 min$/ }).waitFor()
    await page.getByRole("row", { name: /^dead receipts\/send Error: no paper for •••<img/ }).waitFor()
    await page.getByLabel("State").selectOption("dead")
    await expect.poll(() => page.locator("#jobs-rows tr").count()).toBe(1)
    await shoot(page, "jobs-list-light")
    expect(await findSeriousFaults(page)).toEqual([])
    await page.getByLabel("State").selectOption("")
    await expect.poll(() => page.locator("#jobs-rows tr").count()).toBe(3)
  })

  it("have schedules, with the next time", async () => {
    const row = page.getByRole("row", {
      name: new RegExp(`^receipts/sweep 0 ${sweepHour} \\* \\* \\* Europe/Berlin in \\d+ h$`),
    })
    await row.waitFor()
    const next = new Date((await row.locator("time").getAttribute("datetime"))!)
    const inBerlin = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" })
    expect(inBerlin.format(next)).toBe(`${String(sweepHour).padStart(2, "0")}:00`)
  })

  it("show one with its whole error, and its payload when it is opened, without secrets", async () => {
    const link = page.getByRole("row", { name: /^dead/ }).getByRole("link")
    await link.focus()
    await page.keyboard.press("Enter")
    const job = page.locator("#job")
    await job.getByRole("heading", { name: "receipts/send dead" }).waitFor()
    await expect.poll(() => page.locator(":focus").textContent()).toContain("receipts/send")
    await job.getByText("at Receipts.send").waitFor()
    expect(await job.getByText(`"order": 13`).count()).toBe(0)
    await job.getByText("Payload").click()
    await job.getByText(`"order": 13`).waitFor()
    await job.getByText(`"password": "•••"`).waitFor()
    expect(await page.content()).not.toContain(planted.password)
    expect(await page.locator("#jobs img").count()).toBe(0)
    expect(await page.title()).toBe("Jobs · trivet dev")
    await shoot(page, "jobs-light")
    expect(await findSeriousFaults(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    await shoot(page, "jobs-dark")
    expect(await findSeriousFaults(page)).toEqual([])
    // The next look at the jobs leaves the payload open.
    await page.waitForResponse((reply) => reply.url().endsWith("/jobs"))
    await page.waitForResponse((reply) => reply.url().endsWith("/jobs"))
    expect(await job.getByText(`"order": 13`).isVisible()).toBe(true)
  })

  it("are retried and cancelled", async () => {
    await ask(`${dev.app}/paper`, { method: "POST" })
    const job = page.locator("#job")
    await job.getByRole("button", { name: "Retry" }).click()
    await page.getByText("The job waits again.").waitFor()
    await job.getByRole("heading", { name: "receipts/send done" }).waitFor()
    await page
      .getByRole("row", { name: /^waiting/ })
      .getByRole("link")
      .click()
    await job.getByRole("button", { name: "Cancel" }).focus()
    await page.keyboard.press("Enter")
    await job.getByRole("heading", { name: "receipts/send cancelled" }).waitFor()
    await page.getByRole("row", { name: /^cancelled/ }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await shoot(page, "jobs-phone-dark")
    expect(await findSeriousFaults(page)).toEqual([])
  })

  it("never made the browser complain", () => {
    expect(complaints).toEqual([])
  })

  it("are asked for in no other way", async () => {
    expect((await askAsPage(dev.url, "jobs", { what: "delete", id: "1" })).status).toBe(400)
    const unknown = await askAsPage(dev.url, "jobs", { what: "retry", id: "none" })
    expect(JSON.parse(unknown.body)).toEqual({ problem: "The job has changed meanwhile." })
    const elsewhere = { origin: "http://evil.example", "content-type": "application/json" }
    const body = JSON.stringify({ what: "list" })
    expect((await ask(`${dev.url}jobs`, { method: "POST", headers: elsewhere, body })).status).toBe(403)
  })
})
