import { rmSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium, type Locator, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { folderOf } from "../testing/running-tool.ts"
import { ask, callsOf, type Developed, developPackages } from "./dashboard-client.ts"
import { findSeriousFaults } from "./find-serious-faults.ts"
import { slowFiles } from "./slow-app.ts"

// Pictures for people to look at: SCREENSHOTS=folder npx vitest run packages/tool/tests/dashboard/slow-calls.test.ts
const pictures = process.env["SCREENSHOTS"]

describe("planted slow calls in the dashboard", () => {
  const folder = folderOf(slowFiles)
  /** The line of a planted cause. */
  const lineOf = (file: string, text: string) =>
    `${file}:${slowFiles[file]!.split("\n").findIndex((line) => line.includes(text)) + 1}`
  let dev: Developed
  let browser: Browser
  let page: Page
  let call: Locator
  /** What the browser complained about. */
  const complaints: string[] = []

  beforeAll(async () => {
    dev = await developPackages(folder, { DATABASE_URL: "", FILES_URL: "folder://./files" })
    for (const path of ["/posts", "/report", "/reports", "/sum"]) {
      for (let file = 0; file < 3; file++) await ask(`${dev.app}/assets/site.css`)
      await ask(dev.app + path)
    }
    await ask(`${dev.app}/register`, { method: "POST" })
    await ask(`${dev.app}/picture`, { method: "POST", body: "p".repeat(3 * 1024 ** 2) })
    browser = await chromium.launch(chromiumOptions())
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light" })
    page = await context.newPage()
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    await page.goto(dev.url)
    call = page.locator("#call")
    await callsOf(dev.url, 19)
  })
  afterAll(async () => {
    await browser?.close()
    await dev?.tool.end()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The rows of the list as a reader sees them. */
  const listed = () => page.locator("#calls-rows tr").allInnerTexts()
  const open = async (name: string) => {
    await page.getByRole("link", { name, exact: true }).click()
    await call.getByRole("heading", { name }).waitFor()
  }
  const rows = (text: string | RegExp) => call.locator(".timeline tbody tr").filter({ hasText: text })

  it("are found in the list: what repeats, what is slow, what waited", async () => {
    await page.getByRole("link", { name: "job posts/index" }).waitFor()
    const found = (await listed()).map((row) => row.replaceAll(/\s+/g, " "))
    const noteOf = (path: string) => found.find((row) => row.includes(`GET ${path} `))
    expect(noteOf("/posts")).toContain("25 × the same statement")
    expect(noteOf("/report")).toMatch(/slow statement, \d+ ms/)
    expect(noteOf("/sum")).toMatch(/\d+ ms in the handler/)
    expect(found.every((row) => /^\d\d:\d\d:\d\d \d{3} /.test(row))).toBe(true)
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll("#calls-rows .duration")].map((bar) => bar.offsetWidth)`,
    )
    expect(widths).toHaveLength(found.length)
    expect(Math.max(...widths)).toBeGreaterThan(Math.min(...widths))
  })

  it("are not hidden by requests for files, which are folded", async () => {
    expect((await listed()).some((row) => row.includes("site.css"))).toBe(false)
    const button = page.getByRole("button", { name: "12 requests for files" })
    expect(await button.getAttribute("aria-expanded")).toBe("false")
    await button.click()
    await expect.poll(() => page.getByRole("link", { name: "GET /assets/site.css" }).count()).toBe(12)
    await button.press("Enter")
    await expect.poll(() => page.getByRole("link", { name: "GET /assets/site.css" }).count()).toBe(0)
  })

  it("name a query for each row of a list, with its line, and draw it as one row", async () => {
    await open("GET /posts")
    const note = call.getByRole("list", { name: "What makes this call slow" })
    expect(await note.innerText()).toContain("The same statement ran 25 times")
    expect(await note.innerText()).toContain(lineOf("src/posts-store.ts", "await this.#authorOf"))
    const again = rows("25 × the same")
    expect(await again.count()).toBe(1)
    expect(await again.locator(".bar").count()).toBe(25)
    expect(await rows(/^\s*sql/).count()).toBe(2)
    await again.locator("summary").focus()
    await page.keyboard.press("Enter")
    await again.getByText(/25 times: [\d.]+ ms to [\d.]+ ms each/).waitFor()
    await again.locator("pre").getByText(`select "name" from "authors"`).waitFor()
    // A scale with round values up to the whole length.
    const scale = await call.locator(".tick").allInnerTexts()
    expect(scale[0]).toBe("0")
    expect(scale.at(-1)).toMatch(/^[\d.,]+ ms$/)
    await look("slow-posts")
  })

  it("name a slow statement, with its line", async () => {
    await open("GET /report")
    const note = call.getByRole("list", { name: "What makes this call slow" })
    expect(await note.innerText()).toMatch(/This statement took \d+ of \d+ ms: select count/)
    expect(await note.innerText()).toContain(lineOf("src/posts-store.ts", "pg_sleep"))
  })

  it("name a wait for a connection, apart from the statement that waited", async () => {
    await open("GET /reports")
    const note = call.getByRole("list", { name: "What makes this call slow" })
    expect(await note.innerText()).toMatch(/A statement waited \d+ of \d+ ms for a database connection/)
    expect(
      await rows(/^\s*pool/)
        .locator(".number")
        .innerText(),
    ).toMatch(/^\d+ ms$/)
    await rows("2 × the same").locator("summary").click()
    await rows("2 × the same")
      .getByText(/2 times: \d+ ms after \S+ ms, \d+ ms after \d+ ms/)
      .waitFor()
  })

  it("show the files of a call: what was done, the store, the size, the time and the line", async () => {
    await open("POST /picture")
    const [draft, picture, deletion, download] = await rows(/^\s*file/).allInnerTexts()
    expect(draft).toMatch(/FolderFileStore\.put 7 bytes/)
    expect(draft).toContain(lineOf("src/posts-controller.ts", "a draft"))
    expect(picture).toMatch(/FolderFileStore\.put 3\.0 MiB[^]*\d ms/)
    expect(deletion).toMatch(/FolderFileStore\.delete\s/)
    expect(download).toMatch(/FolderFileStore\.get 3\.0 MiB[^]*\d ms/)
    expect(await rows("@trivet/files:").count()).toBe(1)
    // Its rows are those of the pictures that are checked elsewhere.
    if (pictures !== undefined) await look("files")
  })

  it("name a hash and the time in the handler, and fold the statements of the framework", async () => {
    await open("POST /register")
    expect(await rows(/^\s*hash/).innerText()).toContain("password, bcrypt")
    const folded = rows("@trivet/jobs:")
    expect(await folded.count()).toBe(1)
    expect(await folded.innerText()).toContain(lineOf("src/posts-controller.ts", "enqueue"))
    expect(await folded.locator("pre").first().isVisible()).toBe(false)
    await folded.locator("summary").click()
    await folded.locator("pre").getByText("pgboss.").first().waitFor()
    await look("slow-register")
    await open("GET /sum")
    await call.getByText(/\d+ of \d+ ms passed in the handler/).waitFor()
    expect(complaints).toEqual([])
  })

  /** Light and dark, wide and narrow: no serious finding of axe, which checks the contrast too, and no overflow. */
  async function look(name: string): Promise<void> {
    for (const scheme of ["light", "dark"] as const) {
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize({ width, height: 860 })
        if (pictures !== undefined)
          await page.screenshot({
            path: join(pictures, `${name}-${scheme}-${width}.png`),
            fullPage: width < 500,
          })
        expect(await findSeriousFaults(page), `${name}, ${scheme}, ${width}`).toEqual([])
        expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      }
    }
    await page.emulateMedia({ colorScheme: "light" })
    await page.setViewportSize({ width: 1280, height: 860 })
  }
})
