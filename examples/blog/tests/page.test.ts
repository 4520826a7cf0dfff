import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { noteFigure } from "../../../scripts/suite/note-figure.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { launchBrowser, Visit } from "./testing/visit.ts"

const folder = join(import.meta.dirname, "../page")
let database: TestDatabase
let blog: RunningBlog
let browser: Browser

function variables(secret: string) {
  return { DATABASE_URL: database.url, JWT_SECRET: secret, BCRYPT_COST: "4" }
}

beforeAll(async () => {
  const building = promisify(execFile)(process.execPath, [join(folder, "build.ts")])
  ;[database, browser] = await Promise.all([createTestDatabase(), launchBrowser(), building])
  blog = await startBlog(variables(testSecret), "page.ts")
})

afterAll(async () => {
  await browser?.close()
  await blog?.stop()
  await database?.drop()
})

/** Somebody new on the page, who has registered there. */
async function register(name: string): Promise<{ readonly visit: Visit; readonly email: string }> {
  const visit = await Visit.begin(browser, blog.url)
  const email = `${crypto.randomUUID()}@blog.example`
  await visit.open("/page/")
  await visit.fill("E-mail address", email)
  await visit.fill("Password", "a good password")
  await visit.fill("Name to register only", name)
  await visit.press("Register")
  await visit.page.getByRole("heading", { name: "Your posts" }).waitFor()
  return { visit, email }
}

async function save(visit: Visit, title: string, content: string): Promise<void> {
  await visit.fill("Title", title)
  await visit.fill("Text", content)
  await visit.press("Save the draft")
}

const own = (visit: Visit) => visit.page.locator("#own-posts li")
const published = (visit: Visit) => visit.page.locator("#posts li")
const message = (visit: Visit) => visit.page.locator(".message:not(:empty)")

describe("the page in a browser", () => {
  it("logs in, writes, publishes and removes", async () => {
    const { visit, email } = await register("Ada Lovelace")
    await expect.poll(() => own(visit).allInnerTexts()).toEqual(["None yet."])
    await visit.press("Log out")
    await visit.page.getByRole("heading", { name: "Log in", exact: true }).waitFor()
    expect(await visit.look("page-log-in")).toEqual([])

    await visit.fill("E-mail address", email)
    await visit.fill("Password", "a wrong password")
    await visit.refused(401, async () => {
      await visit.press("Log in")
      await message(visit).waitFor()
    })
    expect(await message(visit).innerText()).toBe("The e-mail address or the password is wrong.")
    expect(await visit.look("page-refused")).toEqual([])
    await visit.fill("Password", "a good password")
    await visit.press("Log in")
    await visit.page.getByRole("heading", { name: "Write a post" }).waitFor()
    expect(await message(visit).count()).toBe(0)

    const sent: string[] = []
    visit.page.on("request", (request) => sent.push(request.method()))
    await visit.fill("Title", "<b>Three</b> legs")
    await visit.fill("Text", "Four legs rock.\nThree never do.")
    await visit.page.getByRole("button", { name: "Save the draft" }).dblclick()
    await own(visit).getByText("a draft").first().waitFor()
    expect(sent.filter((method) => method === "POST")).toHaveLength(1)
    expect(await own(visit).locator("h3").allInnerTexts()).toEqual(["<b>Three</b> legs"])
    expect(await published(visit).allInnerTexts()).toEqual(["None yet."])
    await visit.press("Publish")
    await published(visit).locator("h3").waitFor()
    expect(await published(visit).locator("h3").allInnerTexts()).toEqual(["<b>Three</b> legs"])
    expect(await published(visit).innerText()).toContain("Ada Lovelace")
    expect(await visit.look("page-published")).toEqual([])

    await visit.press("Remove")
    await expect.poll(() => published(visit).allInnerTexts()).toEqual(["None yet."])
    expect(await own(visit).allInnerTexts()).toEqual(["None yet."])
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it("says which field is wrong, and keeps what was written", async () => {
    const { visit } = await register("Grace")
    await visit.refused(400, async () => {
      await save(visit, "", "A text without a title")
      await visit.page.locator("#title-error:not(:empty)").waitFor()
    })
    expect(await visit.page.locator("#title-error").innerText()).toBe("This field is required.")
    const title = visit.page.getByLabel("Title", { exact: true })
    expect(await title.getAttribute("aria-invalid")).toBe("true")
    expect(await visit.page.locator("#title:focus").count()).toBe(1)
    expect(await visit.page.getByLabel("Text", { exact: true }).inputValue()).toBe("A text without a title")
    expect(await visit.look("page-invalid")).toEqual([])

    await save(visit, "Now with one", "A text")
    await own(visit).getByText("a draft").waitFor()
    expect(await title.getAttribute("aria-invalid")).toBe(null)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it("shows the form again once its token is refused, and says so when nobody answers", async () => {
    const { visit } = await register("Eve")
    const { port } = new URL(blog.url)
    await blog.stop()
    await visit.fill("Title", "Lost")
    await visit.press("Save the draft")
    await message(visit).waitFor()
    expect(await message(visit).innerText()).toBe("The blog does not answer.")
    expect(visit.complaints.every((text) => text.includes("ERR_CONNECTION_REFUSED"))).toBe(true)

    // Another key: to this blog, the tokens of the one before it are anybody's.
    blog = await startBlog({ ...variables(`${testSecret}, changed`), PORT: port }, "page.ts")
    const before = visit.complaints.length
    await visit.refused(401, async () => {
      await visit.press("Save the draft")
      await visit.page.getByRole("heading", { name: "Log in", exact: true }).waitFor()
    })
    expect(await message(visit).innerText()).toBe("You are no longer logged in.")
    expect(visit.complaints.slice(before)).toEqual([])
    await visit.end()
  })
})

describe("the script of the page", () => {
  it("is small, and has nothing of the server", async () => {
    const script = await readFile(join(folder, "public/page.js"), "utf8")
    const size = gzipSync(script, { level: 9 }).length
    noteFigure("the script of the page", "contracts and client", `${(size / 1000).toFixed(1)} KB with gzip`)
    expect(size).toBeLessThan(8_000)
    expect(script).not.toMatch(/\bimport\b|node:|pglite|bcrypt/)
  })
})
