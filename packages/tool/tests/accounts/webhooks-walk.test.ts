import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { Database } from "@trivet/postgres"
import { sql } from "kysely"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { findSeriousFaults } from "../dashboard/find-serious-faults.ts"
import { type AccountsApp, nextMail, startAccountsApp } from "./accounts-app.ts"

// A new site with generated webhooks, in Chromium: TRIVET_LONG=1 npx vitest run packages/tool/tests/accounts/webhooks-walk.test.ts
// The short form has the same pages without a browser, in packages/tool/src/accounts/webhooks.test.ts.
// With SCREENSHOTS=folder it keeps pictures of the pages.
const isLong = process.env["TRIVET_LONG"] === "1"
const folder = process.env["SCREENSHOTS"]

class Db extends Database<object> {}

describe.runIf(isLong)("the pages of generated webhooks, in a browser", () => {
  let app: AccountsApp
  let browser: Browser
  let page: Page
  let db: Db
  let receiver: Server
  let connections = 0
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([
      startAccountsApp("web", {}, ["webhooks"]),
      chromium.launch(chromiumOptions()),
    ])
    db = new Db({ url: app.database.url })
    receiver = createServer((_, reply) => reply.end()).on("connection", () => connections++)
    await once(receiver.listen(0, "127.0.0.1"), "listening")
    page = await (await browser.newContext()).newPage()
    await page.goto(`${app.url}/sign-up`)
    const ada = { Name: "Ada", "E-mail address": "ada@example.com", Password: "correct horse" }
    for (const [label, text] of Object.entries(ada)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole("button", { name: "Sign up" }).click()
    await page.getByText("Welcome, Ada.").waitFor()
  }, 300_000)
  afterAll(async () => {
    receiver?.close()
    await db?.onStop()
    await browser?.close()
    await app?.stop()
  })

  /** What axe finds on the page, of which a picture is kept. */
  async function look(name: string): Promise<void> {
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    expect(await findSeriousFaults(page)).toEqual([])
  }

  it("create an endpoint by the keyboard's labels, and show its secret once", async () => {
    await page.getByRole("link", { name: "Account" }).click()
    await page.getByRole("link", { name: "Webhooks" }).click()
    await look("none")
    await page.getByRole("link", { name: "Create an endpoint" }).click()
    await look("new")
    await page.getByLabel("Address").fill("http://127.0.0.1/")
    await page.getByRole("button", { name: "Create the endpoint" }).click()
    await page.getByText("The address must be one on the internet").waitFor()
    await look("refused")
    await page.getByLabel("Address").fill(`http://localhost:${(receiver.address() as AddressInfo).port}/a`)
    await page.getByLabel("note.created").uncheck()
    await page.getByRole("button", { name: "Create the endpoint" }).click()
    await page.getByText("An event is required").waitFor()
    await look("events")
    await page.getByLabel("note.created").check()
    await page.getByRole("button", { name: "Create the endpoint" }).click()
    await page.getByRole("heading", { name: "The secret of your endpoint" }).waitFor()
    expect(await page.getByLabel("Secret").inputValue()).toMatch(/^whsec_/)
    await look("secret")
  })

  it("list deliveries, which do not reach this machine, and replay them", async () => {
    await page.goto(`${app.url}/`)
    await page.getByLabel("Title").fill("Milk")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    await page.goto(`${app.url}/account/webhooks`)
    await look("list")
    await page.getByRole("link", { name: "localhost" }).click()
    const shows = async (text: string) => {
      const count = async () => {
        await page.reload()
        return page.getByText(text).count()
      }
      await expect.poll(count).toBe(1)
    }
    await shows("1 attempt, last answer FETCH_ADDRESS_FORBIDDEN")
    await page.getByRole("button", { name: "Replay" }).click()
    await page.getByText("The delivery is sent once more.").waitFor()
    await shows("2 attempts, last answer FETCH_ADDRESS_FORBIDDEN")
    expect(connections).toBe(0)
    await look("deliveries")
  })

  it("tell by mail that an endpoint is off, and switch it on", async () => {
    await sql`update webhook_endpoints set failing_since = now() - interval '3 days'`.execute(db)
    await page.getByRole("button", { name: "Replay" }).click()
    await page.getByText("The delivery is sent once more.").waitFor()
    expect((await nextMail(app.mails, "Your webhook endpoint was switched off")).to).toBe("ada@example.com")
    await page.reload()
    await page.getByText("It is off since").waitFor()
    expect(await page.getByRole("button", { name: "Replay" }).count()).toBe(0)
    await look("off")
    await page.getByRole("button", { name: "Switch it on" }).click()
    await page.getByText("The endpoint is on.").waitFor()
    await page.getByRole("button", { name: "Delete the endpoint" }).click()
    await page.getByText("The endpoint was deleted.").waitFor()
  })
})
