import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { testPicture } from "./testing/test-picture.ts"
import { launchBrowser, Visit } from "./testing/visit.ts"

let database: TestDatabase
let site: RunningBlog
let browser: Browser

beforeAll(async () => {
  database = await createTestDatabase()
  const variables = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" }
  ;[site, browser] = await Promise.all([startBlog(variables, "web.ts"), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await database?.drop()
})

const text = `Cast iron forgives. Forget it on the fire, and it is *still* a trivet in the morning.

## Why three

Four legs rock on any floor that was laid by hand. Three never do: **three points always lie in one plane**.

> Whatever stands on three legs has found its floor.

- one for the hearth
- one for the table
- one for luck

A page on it: https://en.wikipedia.org/wiki/Trivet, and a command: \`npm run web\`.`

/** Is asked at every page. */
type Look = (visit: Visit, name: string) => Promise<void>

/** Everything that a writer does, and what a reader sees of it. Gives what went wrong in their browsers. */
async function walk(javaScript: boolean, look: Look): Promise<readonly string[]> {
  const email = `${crypto.randomUUID()}@blog.example`
  const writer = await Visit.begin(browser, site.url, javaScript)
  const reader = await Visit.begin(browser, site.url, javaScript)
  await signUp(writer, email, look)
  await write(writer, look)
  const path = writer.path
  await publish(writer, reader, path, look)
  await addPicture(writer, reader, path, look)
  await remove(writer, reader, path, look)
  await signOutAndIn(writer, email, look)
  await writer.end()
  await reader.end()
  return [...writer.complaints, ...reader.complaints]
}

async function signUp(writer: Visit, email: string, look: Look) {
  await writer.open("/")
  await look(writer, "home-empty")
  await writer.follow("Sign up")
  await look(writer, "sign-up")
  await writer.fill("Name", "Ada Lovelace")
  await writer.fill("E-mail address", email)
  await writer.fill("Password", "short")
  await writer.refused(422, () => writer.press("Sign up"))
  const password = writer.page.getByLabel("Password", { exact: true })
  expect(await password.getAttribute("aria-invalid")).toBe("true")
  expect(await password.getAttribute("aria-describedby")).toBe("password-hint password-error")
  expect(await writer.page.locator("#password-error").innerText()).toBe(
    "Password must have at least 8 characters",
  )
  expect(await writer.page.getByLabel("E-mail address", { exact: true }).inputValue()).toBe(email)
  expect(await password.inputValue()).toBe("")
  await look(writer, "sign-up-refused")
  await writer.fill("Password", "a good password")
  await writer.press("Sign up")
  expect(writer.path).toBe("/desk")
  expect(await writer.page.getByRole("status").innerText()).toBe("Welcome, Ada Lovelace.")
  await look(writer, "desk-empty")
}

async function write(writer: Visit, look: Look) {
  await writer.follow("Write your first post")
  await look(writer, "write")
  await writer.fill("Text", text)
  await writer.refused(422, () => writer.press("Save the draft"))
  expect(await writer.page.locator("#title-error").innerText()).toBe("Title is required")
  expect(await writer.page.getByLabel("Text", { exact: true }).inputValue()).toBe(text)
  await look(writer, "write-refused")
  await writer.fill("Title", "In praise of three legs")
  await writer.press("Preview")
  expect(await writer.page.locator(".preview h3").innerText()).toBe("In praise of three legs")
  expect(await writer.page.locator(".preview blockquote").count()).toBe(1)
  expect(writer.path).toBe("/write")
  await look(writer, "preview")
  await writer.press("Save the draft")
  expect(writer.path).toMatch(/^\/posts\/[\da-f-]{36}$/)
  expect(await writer.page.getByRole("status").innerText()).toBe("Saved as a draft.")
  await look(writer, "draft")
}

async function publish(writer: Visit, reader: Visit, path: string, look: Look) {
  await reader.open("/")
  expect(await reader.page.getByText("In praise of three legs").count()).toBe(0)
  await writer.press("Publish")
  await reader.open("/")
  await reader.follow("In praise of three legs")
  expect(reader.path).toBe(path)
  expect(await reader.heading()).toBe("In praise of three legs")
  expect(await reader.page.locator(".prose strong").innerText()).toBe("three points always lie in one plane")
  expect(await reader.page.locator("time").getAttribute("datetime")).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(await reader.page.getByRole("link", { name: "Edit" }).count()).toBe(0)
  await writer.follow("Edit")
  await writer.fill("Title", "In praise of three good legs")
  await look(writer, "edit")
  await writer.press("Save")
  expect(await writer.heading()).toBe("In praise of three good legs")
}

async function addPicture(writer: Visit, reader: Visit, path: string, look: Look) {
  await writer.follow("Picture")
  await look(writer, "picture")
  const page = { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") }
  await writer.page.getByLabel("Choose a picture").setInputFiles(page)
  await writer.refused(422, () => writer.press("Upload"))
  expect(await writer.page.locator("#picture-error").innerText()).toBe(
    "Picture must be PNG, JPEG, GIF or WEBP",
  )
  const picture = { name: "../../hearth.png", mimeType: "text/html", buffer: testPicture(960, 540) }
  await writer.page.getByLabel("Choose a picture").setInputFiles(picture)
  await writer.fill("Description", "A hearth at dusk")
  await writer.press("Upload")
  expect(writer.path).toBe(path)
  await look(writer, "post-own")
  await reader.page.reload()
  const image = reader.page.getByRole("img", { name: "A hearth at dusk" })
  expect(
    await image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth),
  ).toBe(960)
  await look(reader, "post")
  await reader.follow("The Trivet")
  await look(reader, "home")
  await writer.follow("Your posts")
  await look(writer, "desk")
}

async function remove(writer: Visit, reader: Visit, path: string, look: Look) {
  await writer.open(path)
  await writer.follow("Delete…")
  await look(writer, "delete")
  await writer.follow("Keep it")
  await writer.follow("Delete…")
  await writer.press("Delete it")
  expect(writer.path).toBe("/desk")
  expect(await writer.page.getByRole("status").innerText()).toBe("“In praise of three good legs” is deleted.")
  await reader.refused(404, () => reader.open(path))
  expect(await reader.heading()).toBe("There is nothing here")
  await look(reader, "not-found")
}

async function signOutAndIn(writer: Visit, email: string, look: Look) {
  await writer.press("Sign out Ada Lovelace")
  expect(writer.path).toBe("/")
  await writer.open("/write")
  expect(writer.path).toBe("/sign-in?next=%2Fwrite")
  await look(writer, "sign-in")
  await writer.fill("E-mail address", email)
  await writer.fill("Password", "a wrong password")
  await writer.refused(401, () => writer.press("Sign in"))
  expect(await writer.page.getByRole("alert").innerText()).toBe("That is not the right address and password.")
  await look(writer, "sign-in-refused")
  await writer.fill("Password", "a good password")
  await writer.press("Sign in")
  expect(writer.path).toBe("/write")
}

describe("the site in a browser", () => {
  it("is walked from signing up to signing out, and every page is open to everybody", async () => {
    const faults: string[] = []
    const look: Look = async (visit, name) => void faults.push(...(await visit.look(name)))
    expect(await walk(true, look)).toEqual([])
    expect(faults).toEqual([])
  }, 180_000)

  it("needs no JavaScript", async () => {
    expect(await walk(false, async () => undefined)).toEqual([])
  }, 180_000)
})
