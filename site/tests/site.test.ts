import { globSync, readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { chromiumOptions } from "../../scripts/suite/find-chromium.ts"
import { recordedOutputs, removals } from "../home/example.ts"
import { parts } from "../navigation.ts"
import { contents, entriesIn, pageOf, shownFiles } from "../pages.ts"
import { type BuiltSite, buildSite } from "./built-site.ts"
import { questions } from "./questions.ts"

// Every page takes ten minutes: TRIVET_LONG=1 npx vitest run site/tests
const isLong = process.env["TRIVET_LONG"] === "1"
// Pictures for people to look at: SCREENSHOTS=folder npx vitest run site/tests
const pictures = process.env["SCREENSHOTS"]

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const widths = { desktop: 1280, phone: 390 } as const
const pages = shownFiles().map((file) => pageOf(file)!.replace(/\.md$/, ".html"))
// A wide light screen and a narrow dark one show both widths and both colors. In the short form one page of each kind:
// those with tables, plots and code on the narrow screen, where they could be too wide.
const screens = [
  ["desktop", "light", isLong ? pages : ["index.html", "reference/trivet-fetch.html"]],
  ["desktop", "dark", ["index.html", "build/index.html"]],
  ["phone", "light", ["index.html", "learn/index.html", "why/comparisons.html"]],
  ["phone", "dark", isLong ? pages : ["index.html", "learn/routing.html", "why/benchmarks.html"]],
] as const

let site: BuiltSite
let browser: Browser
/** Requests of all pages that did not go to the site. */
const foreign: string[] = []

beforeAll(async () => {
  const looked = screens.flatMap(([, , walked]) => walked.map((page) => page.replace(/html$/, "md")))
  site = await buildSite(isLong ? undefined : looked)
  browser = await chromium.launch(chromiumOptions())
  // The build keeps a core busy for half a minute, and more than one test may want that core.
}, 900_000)
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function open(width: number, colorScheme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
  context.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith("data:")) foreign.push(request.url())
  })
  return context.newPage()
}

describe("the built site", () => {
  it("has every page, as HTML and as Markdown", () => {
    const built = globSync("**/*.html", { cwd: site.folder })
    expect(built.toSorted()).toEqual([...pages, "404.html"].toSorted())
    for (const page of pages)
      expect(statSync(join(site.folder, page.replace(/html$/, "md"))).size).toBeGreaterThan(10)
  })

  it("lists every page of docs in its contents", () => {
    const listed = new Set(contents().flatMap((section) => entriesIn(section).map(({ file }) => file)))
    const missing = shownFiles().filter((file) => /^docs\/.+\/(?!README)/.test(file) && !listed.has(file))
    expect(missing).toEqual([])
  })

  it("has each section of the contents in one part, and each landing page in the bar", () => {
    const sections = contents().map(({ title }) => title)
    expect(parts.flatMap((part) => part.sections).toSorted()).toEqual(sections.toSorted())
    const landings = parts.flatMap(({ landing }) => landing ?? [])
    expect(landings.toSorted()).toEqual(
      shownFiles()
        .filter((file) => /^docs\/.+\/README/.test(file))
        .toSorted(),
    )
  })

  it("has an llms.txt whose links lead to Markdown", () => {
    const text = readFileSync(join(site.folder, "llms.txt"), "utf8")
    const links = [...text.matchAll(/\]\((\/[^)]+\.md)\)/g)].map((found) => found[1]!)
    expect(links.length).toBeGreaterThan(60)
    for (const link of links) expect(statSync(join(site.folder, link)).isFile(), link).toBe(true)
  })

  it("has no link to a page or a heading that does not exist", () => {
    const texts = new Map(pages.map((page) => [page, readFileSync(join(site.folder, page), "utf8")]))
    const ids = new Map(
      [...texts].map(([page, html]) => [
        page,
        new Set([...html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]!)),
      ]),
    )
    const isBroken = ({ pathname, hash }: URL): boolean => {
      const path = decodeURIComponent(pathname.slice(1))
      const named = path === "" || path.endsWith("/") ? `${path}index.html` : path
      const target = ids.get(named) ?? ids.get(`${named}.html`)
      return target === undefined || (hash !== "" && !target.has(decodeURIComponent(hash.slice(1))))
    }
    const broken = [...texts].flatMap(([page, html]) =>
      [...html.matchAll(/<a [^>]*?href="(?!https?:|mailto:|data:)([^"]*)"/g)]
        .map((found) => new URL(found[1]!.replaceAll("&amp;", "&"), `http://site/${page}`))
        .filter(isBroken)
        .map(({ pathname, hash }) => `${page}: ${pathname}${hash}`),
    )
    expect([...new Set(broken)]).toEqual([])
    // A link of the repository is a link of the site.
    expect(texts.get("platforms/web.html")).toMatch(/<a href="\/packages\/auth.html"[^>]*>@trivet\/auth</)
  })

  it("loads little: a page, its script and its style, compressed", async () => {
    const page = await open(widths.desktop, "light")
    const sizes: Promise<number>[] = []
    page.on("response", (response) => {
      const size = response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      )
      sizes.push(size)
    })
    await page.goto(`${site.url}/learn/routing.html`, { waitUntil: "networkidle" })
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    const weight = `one page ${Math.round(bytes / 1024)} KB in ${sizes.length} requests`
    console.log(`build ${site.seconds.toFixed(1)} s, ${pages.length} pages, ${weight}`)
    expect(bytes).toBeLessThan(400 * 1024)
    await page.context().close()
  })
})

describe("a reader", () => {
  let page: Page
  beforeAll(async () => {
    page = await open(widths.desktop, "light")
    await page.goto(`${site.url}/learn/records.html`, { waitUntil: "networkidle" })
    await openSearch(page)
  })
  afterAll(() => page.context().close())

  it.each(questions)("finds by %j what answers it", async (question, ...wanted) => {
    await page.locator("#localsearch-input").fill(question)
    const results = page.locator("#localsearch-list a.result")
    const first = async () => {
      const links = await results.evaluateAll((all) => all.map((one) => String(one.getAttribute("href"))))
      const found = links.map((link) => link.slice(1).replace(/\.html(#.*)?$/, ""))
      return [...new Set(found)].slice(0, 3).map((link) => link.replace(/\/$/, ""))
    }
    await expect
      .poll(async () => ((await first()).some((link) => wanted.includes(link)) ? "found" : first()))
      .toBe("found")
  })

  it("sees on the front page what runs, and the fault of a removed word, with the keyboard alone", async () => {
    const front = await open(widths.desktop, "light")
    await front.goto(site.url, { waitUntil: "networkidle" })
    const example = front.locator(".example")
    await front.getByRole("tab", { name: "Whole" }).focus()
    for (const text of Object.values(recordedOutputs()).filter((one) => typeof one === "string"))
      expect(await example.innerHTML()).toContain(text)
    for (const [index, { word }] of removals.entries()) {
      await front.keyboard.press("ArrowRight")
      await expect.poll(() => example.locator("del").textContent()).toContain(word)
      expect(await example.locator(".fault pre").textContent()).toBe(recordedOutputs().broken[index])
    }
    await front.context().close()
  })

  it("reads that the search index is loading", async () => {
    const slow = await open(widths.desktop, "light")
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await slow.route("**/*localSearchIndexroot*", async (route) => {
      await held
      await route.continue()
    })
    await slow.goto(`${site.url}/learn/records.html`, { waitUntil: "networkidle" })
    await openSearch(slow)
    const notice = slow.getByText("Loading the search index")
    await notice.waitFor()
    expect(await notice.getAttribute("role")).toBe("status")
    release()
    await notice.waitFor({ state: "detached" })
    expect(await slow.locator("#localsearch-input").isVisible()).toBe(true)
    await slow.context().close()
  })

  it("sees the open page in the side bar, and its part in the bar at the top", async () => {
    const deep = await open(widths.desktop, "light")
    for (const [path, part] of [
      ["reference/telemetry.html", "Reference"],
      ["build/telemetry.html", "Build"],
      ["come-from/express.html", "Compare"],
    ] as const) {
      await deep.goto(`${site.url}/${path}`, { waitUntil: "networkidle" })
      const link = deep.locator(".VPSidebar .is-active > .item a")
      expect(await link.getAttribute("href")).toBe(`/${path}`)
      await expect.poll(() => isInView(deep, ".VPSidebar .is-active > .item a")).toBe(true)
      expect(await deep.locator(".VPNavBarMenuLink.active").allInnerTexts()).toEqual([part])
    }
    await deep.context().close()
  })
})

/** Presses the key of the search. Before the page's script runs, which may be late on a busy machine, nothing listens. */
async function openSearch(page: Page): Promise<void> {
  const box = page.locator(".VPLocalSearchBox")
  await vi.waitUntil(
    async () => {
      if ((await box.count()) === 0) await page.keyboard.press("Control+k")
      return (await box.count()) === 1
    },
    { timeout: 60_000, interval: 500 },
  )
  await page.locator("#localsearch-input").waitFor()
}

/** Whether an element is within the window, below the bar at the top. */
function isInView(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
    return top >= document.querySelector(".VPNav").getBoundingClientRect().bottom && bottom <= innerHeight
  })()`)
}

/** Links, buttons, headings and pictures that something else covers, on the first screens of a page. */
function coveredOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const bars = [...document.querySelectorAll(".VPNav, .VPLocalNav")]
    const isClipped = (one, x, y) => {
      for (let around = one.parentElement; around !== null; around = around.parentElement) {
        const { left, right, top, bottom } = around.getBoundingClientRect()
        const isOutside = x < left || x > right || y < top || y > bottom
        if (isOutside && getComputedStyle(around).overflow !== "visible") return true
      }
      return false
    }
    const isCovered = (one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      // Half a pixel before the edge, elementFromPoint() rounds to a point outside of the window.
      const isOnScreen = x >= 0 && y >= 0 && x < innerWidth - 1 && y < innerHeight - 1
      if (width < 2 || height < 2 || !isOnScreen) return false
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isClipped(one, x, y)) return false
      // What is scrolled below a bar is covered on purpose, with the page or with its side bar.
      const below = Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom))
      const isScrolled = scrollY > 0 || (one.closest(".VPSidebar")?.scrollTop ?? 0) > 0
      if (y < below && isScrolled && !bars.some((bar) => bar.contains(one))) return false
      const seen = document.elementFromPoint(x, y)
      return seen === null || !(one.contains(seen) || seen.contains(one))
    }
    const covered = new Set()
    for (let screen = 0; screen < 5; screen++) {
      scrollTo(0, screen * innerHeight * 0.8)
      await new Promise(requestAnimationFrame)
      for (const one of document.querySelectorAll(":is(a, button, input, h1, h2, h3, img):not(.visually-hidden)"))
        if (isCovered(one)) covered.add(one.outerHTML.slice(0, 150))
    }
    scrollTo(0, 0)
    return [...covered]
  })()`)
}

/** What axe reports about a page. */
interface AxeReport {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** What axe finds serious or critical on a page. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeReport>('axe.run({ resultTypes: ["violations"] })')
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .slice(0, 3)
          .join(" | ")}`,
    )
}

describe.each(screens)("on a %s in %s colors", (name, colors, walked) => {
  it.each(walked)("%s reads well", async (path) => {
    const page = await open(widths[name], colors)
    const complaints: string[] = []
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text())
    })
    await page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" })
    expect(complaints).toEqual([])
    // Only blocks of code and tables may be wider than the screen: they scroll by themselves.
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth")
    expect(wide).toBeLessThanOrEqual(0)
    expect(await coveredOn(page)).toEqual([])
    expect(await violationsOf(page)).toEqual([])
    if (pictures !== undefined)
      await page.screenshot({
        path: join(pictures, `${path.replaceAll(/\W/g, "-")}-${name}-${colors}.png`),
      })
    await page.context().close()
  })
})

it("no request has left the site", () => expect(foreign).toEqual([]))
