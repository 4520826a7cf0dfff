import axe from "axe-core"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"

// Pictures of the pages for people to look at: SCREENSHOTS=folder npx vitest run examples/blog/tests/site.test.ts
const pictures = process.env["SCREENSHOTS"]

/** Starts Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(chromiumOptions())
}

/** One person at a browser of his own, on a site. Everything that goes wrong in it is noted. */
export class Visit {
  readonly page: Page
  readonly #context: BrowserContext
  readonly #origin: string
  readonly #complaints: string[] = []
  /** Statuses of pages that are meant to be refused: browsers write of them to their console. */
  readonly #expected: number[] = []

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.page = page
    this.#context = context
    this.#origin = origin
    page.on("pageerror", (error) => this.#complaints.push(error.message))
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#note(message.text())
    })
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? ""
      // The browser itself gives up what it no longer needs when it goes to the next page.
      if (reason !== "net::ERR_ABORTED") this.#complaints.push(`${request.url()} ${reason}`)
    })
    page.on("response", (response) => {
      if (response.status() >= 400) this.#note(`${response.url()} status of ${response.status()}`)
    })
  }

  static async begin(browser: Browser, origin: string, javaScriptEnabled = true): Promise<Visit> {
    const context = await browser.newContext({ javaScriptEnabled, locale: "en-GB" })
    context.setDefaultTimeout(15_000)
    return new Visit(context, await context.newPage(), origin)
  }

  /** Everything that went wrong and was not meant to. */
  get complaints(): readonly string[] {
    return this.#complaints
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.#origin + path)
  }

  /** The path of the present page. */
  get path(): string {
    return this.page.url().slice(this.#origin.length)
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text)
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).click()
  }

  async follow(name: string): Promise<void> {
    await this.page.getByRole("link", { name, exact: true }).first().click()
  }

  /** Does something that the site is meant to refuse with a status. */
  async refused(status: number, act: () => Promise<void>): Promise<void> {
    this.#expected.push(status)
    await act()
    await this.page.waitForLoadState()
    this.#expected.pop()
  }

  heading(): Promise<string> {
    return this.page.locator("h1").innerText()
  }

  /**
   * Holds the page, or what a selector finds in it, to the rules of accessibility in both schemes of colours; takes
   * pictures of it where asked for.
   */
  async look(name: string, selector = "html"): Promise<readonly string[]> {
    const faults: string[] = []
    await this.page.evaluate(axe.source)
    // The second scheme changes colours and nothing else of a page.
    for (const [colorScheme, rules] of [
      ["light", undefined],
      ["dark", ["color-contrast"]],
    ] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      const { violations } = await this.page.evaluate(
        async ([within, runOnly]) => {
          const tester = (globalThis as unknown as { axe: typeof axe }).axe
          return tester.run(within, { resultTypes: ["violations"], ...(runOnly && { runOnly }) })
        },
        [selector, rules && [...rules]] as const,
      )
      for (const { id, impact, nodes } of violations)
        if (impact === "serious" || impact === "critical")
          faults.push(`${name} (${colorScheme}): ${id} ${nodes[0]?.html}`)
      if (pictures === undefined) continue
      for (const width of [390, 1280]) {
        await this.page.setViewportSize({ width, height: 900 })
        const path = join(pictures, `${name}-${width}-${colorScheme}.png`)
        await this.page.screenshot({ path, fullPage: true })
      }
      await this.page.setViewportSize({ width: 1280, height: 900 })
    }
    return faults
  }

  async end(): Promise<void> {
    await this.#context.close()
  }

  #note(text: string): void {
    if (!this.#expected.some((status) => text.includes(`status of ${status}`))) this.#complaints.push(text)
  }
}
