import { join } from "node:path"
import { parse } from "parse5"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { createApp, createJsonLog } from "../../src/index.ts"
import { serve, type Served } from "../../src/node.ts"
import { web } from "../../src/web.ts"
import { FailingModule } from "./attacked/failing-site.ts"
import { xssStrings } from "../../../tool/src/fuzz/input/xss-strings.ts"

// Pictures of the page for people to look at: SCREENSHOTS=folder npx vitest run packages/trivet/tests/attacks/error-page.test.ts
const pictures = process.env["SCREENSHOTS"]
const paths = ["/posts/7", "/fault", "/text", "/loop", "/several", "/public", "/none", "/hostile?message=x"]

let served: Served
let outside: Served
beforeAll(async () => {
  const log = createJsonLog({ write: () => undefined })
  const start = async (production: boolean) =>
    serve(await createApp(FailingModule, { platform: web(), log, production }), {
      port: 0,
      host: "127.0.0.1",
      signals: false,
      drainDelay: 0,
      // A call that waited for its turn has other frames.
      overload: false,
    })
  served = await start(false)
  outside = await start(true)
})
afterAll(async () => void (await Promise.all([served.stop(), outside.stop()])))

async function pageOf(path: string, { url } = served): Promise<string> {
  return (await fetch(url + path, { headers: { accept: "text/html" } })).text()
}

/** What a person reads. */
function textOf(markup: string): string {
  return markup
    .replace(/<style[^]*?<\/style>/g, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
}

describe("the page for an error in development", () => {
  it("shows what happened, where, and the chain of causes", async () => {
    const page = await pageOf("/posts/7")
    const text = textOf(page)
    expect(text).toContain("The post 7 cannot be read")
    expect(text).toContain("GET /posts/:id")
    expect(text).toMatch(/Caused by\s+The database is unavailable: select title from posts where id = '7'/)
    expect(text).toContain("connect ECONNREFUSED 127.0.0.1:5432")
    expect(text).toContain("attacked/failing-site.ts")
    expect(textOf(/<mark>[^]*?<\/mark>/.exec(page)![0])).toContain("cannot be read`, { cause: error })")
    expect(page.match(/<mark>/g)).toHaveLength(3)
    expect(page).toContain('<li class="own"><span>PostsStore.find</span>')
    expect(page).toContain('class="runtime"')
  })

  it("shows a fault's code and its fix", async () => {
    const text = textOf(await pageOf("/fault"))
    expect(text).toContain("NEXT_CALLED_TWICE")
    expect(text).toMatch(/Fix .+/)
  })

  it("shows what is thrown though it is no error, what is its own cause, and several at once", async () => {
    expect(textOf(await pageOf("/text"))).toContain("only a text")
    expect(textOf(await pageOf("/loop"))).not.toContain("Caused by")
    expect(textOf(await pageOf("/several")).match(/Caused by/g)).toHaveLength(2)
  })

  it("is made of the same elements whatever the message says, and reads no file that it names", async () => {
    const elements = (markup: string) => {
      const names: string[] = []
      const walk = (node: object) => {
        if ("tagName" in node) names.push(String(node.tagName))
        if ("childNodes" in node) (node.childNodes as object[]).forEach(walk)
      }
      walk(parse(markup))
      return names
    }
    const wanted = elements(await pageOf("/hostile?message=x"))
    const lines = ["x\n    at run (/etc/passwd:1:1)", "x\n    at file:///etc/hosts.js:1:1", "x".repeat(9_000)]
    for (const message of [...xssStrings, ...lines, "\n".repeat(50), "at (", "("]) {
      const page = await pageOf(`/hostile?${new URLSearchParams({ message }).toString()}`)
      expect(elements(page), message).toEqual(wanted)
      expect(page).not.toContain("root:")
    }
  })
})

describe("the page for an error in production", () => {
  it.each(paths)("tells nothing: %s", async (path) => {
    const page = await pageOf(path, outside)
    expect(page).not.toMatch(
      /failing-site|\.ts|Caused|PostsStore|ECONN|select|secret|only a text|round|node:|Guard|twice/,
    )
    expect(page.length).toBeLessThan(1_200)
  })
})

describe("the page for an error in a browser", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(chromiumOptions())
  })
  afterAll(() => browser?.close())

  it.each([
    ["light", 390],
    ["light", 1280],
    ["dark", 390],
    ["dark", 1280],
  ] as const)("fits, under its own policy: %s, %i wide", async (colorScheme, width) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
    const complaints: string[] = []
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
    for (const path of ["/posts/7", "/fault", `/hostile?message=${"x".repeat(400)}`, "/none"]) {
      await page.goto(served.url + path)
      const [wide, painted] = await page.evaluate<[number, string]>(
        "[document.documentElement.scrollWidth, getComputedStyle(document.documentElement).backgroundColor]",
      )
      expect(wide, path).toBeLessThanOrEqual(width)
      if (path !== "/none")
        expect(painted).toBe(colorScheme === "light" ? "rgb(251, 250, 248)" : "rgb(22, 23, 26)")
      const name = `error${path.replace(/\W+/g, "-").slice(0, 12)}-${colorScheme}-${width}.png`
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, name), fullPage: true })
    }
    // A browser notes a reply of 404 or 500 as an error of its own.
    expect(complaints.filter((text) => !/status of (?:404|500)/.test(text))).toEqual([])
    await page.close()
  })
})
