import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"
import { createApp, createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../scripts/suite/find-chromium.ts"
import { AppModule } from "../../../examples/versions/src/app-module.ts"

const create = "#operations-users-usersV2Create"
// Pictures of the page for people to look at: SCREENSHOTS=folder npx vitest run packages/openapi/tests/page.test.ts
const pictures = process.env["SCREENSHOTS"]

let browser: Browser
let served: Served
let origin: string

beforeAll(async () => {
  const log = createJsonLog({ write: () => undefined })
  served = await serve(await createApp(AppModule, { platform: api(), log }), { port: 0 })
  origin = `http://localhost:${served.port}`
  browser = await chromium.launch(chromiumOptions())
})

afterAll(async () => {
  await browser?.close()
  await served?.stop()
})

interface Opened {
  readonly page: Page
  /** Every request of the page, as it was made. */
  readonly requests: string[]
  /** Everything that went wrong in it. */
  readonly complaints: string[]
}

async function open(colorScheme: "light" | "dark" = "light"): Promise<Opened> {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 1300 } })
  const requests: string[] = []
  const complaints: string[] = []
  page.context().on("request", (request) => requests.push(`${request.method()} ${request.url()}`))
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  await page.goto(`${origin}/docs`)
  await page.waitForSelector(".opblock")
  return { page, requests, complaints }
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

async function execute(page: Page): Promise<readonly [status: string, body: string]> {
  await page.click(`${create} .execute`)
  const status = page.locator(`${create} .live-responses-table tbody .response-col_status`).first()
  const body = page.locator(`${create} .live-responses-table tbody .highlight-code`).first()
  await status.waitFor()
  return [(await status.innerText()).trim().slice(0, 3), await body.innerText()]
}

describe("the page in a browser", () => {
  it.each(["light", "dark"] as const)("shows every operation of the document (%s)", async (scheme) => {
    const { page, complaints } = await open(scheme)
    expect(await page.title()).toBe("Users in two versions")
    expect(await page.locator(".opblock").count()).toBe(9)
    expect(await page.locator("html.dark-mode").count()).toBe(scheme === "dark" ? 1 : 0)
    await picture(page, `page-${scheme}`)
    expect(complaints).toEqual([])
    await page.close()
  })

  it("tries a call without and with a token, and asks nobody but its own server", async () => {
    const { page, requests, complaints } = await open()
    await page.click(`${create} .opblock-summary-control`)
    expect(await execute(page)).toEqual(["401", expect.stringContaining("Invalid token")])

    await page.click(".auth-wrapper .btn.authorize")
    await page.fill(".modal-ux input", "letmein")
    await picture(page, "authorize")
    await page.click(".modal-ux .btn.authorize")
    await page.click(".modal-ux .btn-done")
    await page.click(`${create} .btn-clear`)
    expect(await execute(page)).toEqual(["201", expect.stringContaining("grace@hopper.example")])
    await page.locator(`${create} .responses-wrapper`).scrollIntoViewIfNeeded()
    await picture(page, "tried")

    const files = ["page.css", "page.js", "swagger-ui-bundle.js", "swagger-ui.css"]
    expect(requests.toSorted()).toEqual(
      [
        `GET ${origin}/docs`,
        ...files.map((name) => `GET ${origin}/docs/${name}`),
        `GET ${origin}/openapi.json`,
        `POST ${origin}/api/v2/users`,
        `POST ${origin}/api/v2/users`,
      ].toSorted(),
    )
    // A browser notes a reply of 401 as an error of its own.
    expect(complaints.filter((text) => !text.includes("401"))).toEqual([])
    await page.close()
  })

  it("could not ask another server even if it wanted to", async () => {
    let asked = 0
    const other = createServer((_, reply) => {
      asked++
      reply.setHeader("access-control-allow-origin", "*").end()
    })
    await new Promise<void>((done) => other.listen(0, done))
    const address = `http://localhost:${(other.address() as AddressInfo).port}/`
    const { page } = await open()
    const script = `new Image().src = url; fetch(url).then(() => "answered", () => "refused")`
    const outcome = await page.evaluate(`{ const url = ${JSON.stringify(address)}; ${script} }`)
    expect([outcome, asked]).toEqual(["refused", 0])
    await page.close()
    await new Promise((done) => other.close(done))
  })
})
