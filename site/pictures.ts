import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"
import { develop } from "../packages/tool/tests/dashboard/dashboard-client.ts"
import { copyExample } from "../packages/tool/tests/testing/example-copy.ts"
import { chromiumOptions } from "../scripts/suite/find-chromium.ts"
import { root } from "./pages.ts"

/** Where the pictures are. Pages and the README show them, and the front page all of them. */
const folder = join(root, "docs/pictures")
const size = { width: 960, height: 600 }

/** The pictures in the order in which they are made: what to open, and what to wait for. */
const scenes: Readonly<Record<string, (page: Page, app: string, dashboard: string) => Promise<void>>> = {
  dashboard: async (page, _app, dashboard) => {
    await page.goto(dashboard)
    await page.locator("#calls-rows").getByRole("link", { name: "POST /auth/register" }).click()
    await page.locator("#call .timeline tbody tr").first().waitFor()
  },
  graph: async (page, _app, dashboard) => {
    await page.goto(dashboard)
    await page.getByRole("link", { name: "Modules" }).click()
    await page.waitForFunction("document.querySelector('#modules-picture').naturalWidth > 300")
  },
  openapi: async (page, app) => {
    await page.goto(`${app}/docs`, { waitUntil: "networkidle" })
    await page.getByText("/auth/register").first().click()
    await page.waitForTimeout(500)
  },
}

/** Calls for the list: what a first session with the blog looks like. */
async function makeCalls(app: string): Promise<void> {
  const send = (path: string, body: object, token = "") =>
    fetch(`${app}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const account = { email: "ada@example.com", password: "correct horse", name: "Ada" }
  await send("/auth/register", account)
  const { token } = (await (await send("/auth/login", account)).json()) as { token: string }
  await send("/posts", { title: "On engines", content: "A text." })
  await send("/posts", { title: "On engines", content: "A text.", published: true }, token)
  await send("/posts", { title: "On looms", content: "A text.", published: true }, token)
  for (const path of ["/posts", "/posts?limit=5", "/posts/nothing", "/no-such-path"])
    await fetch(`${app}${path}`)
}

/** Encodes a picture as WebP, which Chromium can do and Playwright cannot. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const encoded = await page.evaluate(
    `(async () => {
      const image = new Image()
      image.src = "data:image/png;base64,${png.toString("base64")}"
      await image.decode()
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height })
      canvas.getContext("2d").drawImage(image, 0, 0)
      return canvas.toDataURL("image/webp", 0.8)
    })()`,
  )
  await page.close()
  return Buffer.from(String(encoded).split(",")[1]!, "base64")
}

// node site/pictures.ts: takes the pictures of docs/pictures anew, from the blog as `trivet dev` runs it
if (import.meta.main) {
  const copy = copyExample("blog")
  const dev = await develop(copy, { BCRYPT_COST: "4", DATABASE_URL: "", REDIS_URL: "" })
  const browser = await chromium.launch(chromiumOptions())
  try {
    mkdirSync(folder, { recursive: true })
    await makeCalls(dev.app)
    for (const [name, open] of Object.entries(scenes))
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await browser.newPage({ colorScheme, viewport: size })
        await open(page, dev.app, dev.url)
        const picture = await asWebp(browser, await page.screenshot())
        writeFileSync(join(folder, `${name}-${colorScheme}.webp`), picture)
        console.log(`docs/pictures/${name}-${colorScheme}.webp  ${Math.round(picture.length / 1024)} KB`)
        await page.close()
      }
  } finally {
    await browser.close()
    await dev.tool.end()
    rmSync(copy, { recursive: true })
  }
}
