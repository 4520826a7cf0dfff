import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { createTemplateApp, type TemplateApp } from "../testing/template-app.ts"
import { ask, callsOf, develop, type Developed } from "./dashboard-client.ts"

const ada = { email: "ada@example.com", password: "correct horse", name: "Ada" }
const json = { "content-type": "application/json" }
// The account stays in it from one start to the next.
const env = {
  BCRYPT_COST: "4",
  DATABASE_URL: "pglite://./data",
  REDIS_URL: "",
  // Of the test that runs this one.
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => name.startsWith("VITEST"))
      .map((name) => [name, undefined]),
  ),
}

let app: TemplateApp
let browser: Browser
beforeAll(async () => {
  app = await createTemplateApp("api")
  browser = await chromium.launch(chromiumOptions())
})
afterAll(async () => {
  await browser.close()
  app.remove()
})

async function post(dev: Developed, path: string, value: object): Promise<string> {
  const { body } = await ask(dev.app + path, { method: "POST", headers: json, body: JSON.stringify(value) })
  return body
}

/** Logs in and asks who one is; gives what the page shows after that call is saved. */
async function saveMe(dev: Developed, calls: number): Promise<string> {
  const { token } = JSON.parse(await post(dev, "/auth/login", ada)) as { readonly token: string }
  await ask(`${dev.app}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  await callsOf(dev.url, calls)
  const page = await browser.newPage()
  await page.goto(dev.url)
  await page.getByRole("link", { name: "GET /auth/me" }).click()
  await page.getByRole("button", { name: "Save as test" }).click()
  const result = page.locator(".actions [role=status]")
  await expect.poll(() => result.textContent(), { timeout: 240_000 }).toMatch(/It (?:passes|fails)/)
  const text = await result.textContent()
  await page.close()
  return text ?? ""
}

describe("a call that is saved as a test", () => {
  it("is run: it passes where all that it needs was recorded, and otherwise the page says why it fails", async () => {
    const first = await develop(app.folder, env)
    try {
      await post(first, "/auth/register", ada)
      expect(await saveMe(first, 3)).toMatch(
        /^Saved as src\/login\/\S+\. It passes with an empty database\.$/,
      )
    } finally {
      await first.tool.end()
    }
    const second = await develop(app.folder, env)
    try {
      const told = await saveMe(second, 2)
      expect(told).toMatch(/It fails with an empty database: .*expected 401 to be 200.* \(line \d+\)/)
      expect(told).toContain("sign up, log in and create the rows again, then save")
    } finally {
      await second.tool.end()
    }
  })
})
