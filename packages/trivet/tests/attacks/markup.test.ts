import fc from "fast-check"
import { defaultTreeAdapter, type DefaultTreeAdapterMap, parse } from "parse5"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { redirect } from "../../src/platform/web/redirect.ts"
import type { Page } from "../../src/web.ts"
import { places, rejected } from "./xss-page.ts"
import { xssStrings } from "../../../tool/src/fuzz/input/xss-strings.ts"

const page: Page = {
  path: "/",
  nonce: "n0nce",
  flash: [{ kind: "info", text: "" }],
  get: () => undefined,
}
const names = Object.keys(places)
const render = (name: string, text: string) => String(places[name]!(text, page))

type Node = DefaultTreeAdapterMap["node"]
type Element = DefaultTreeAdapterMap["element"]

/** Without scripts a parser also reads what stands in `<noscript>`. */
function elementsOf(markup: string, scriptingEnabled = false): Element[] {
  const found: Element[] = []
  const walk = (node: Node) => {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node)
    if ("content" in node) walk(node.content)
    if ("childNodes" in node) node.childNodes.forEach(walk)
  }
  walk(parse(markup, { scriptingEnabled }))
  return found
}

const textOf = (element: Element) =>
  element.childNodes.map((child) => (defaultTreeAdapter.isTextNode(child) ? child.value : "")).join("")

/** Elements and the names of their attributes, in order. */
const shapeOf = (elements: readonly Element[]) =>
  elements.map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(" "))

/** A parser drops or replaces what HTML cannot hold, and makes one line break of all. */
const seen = (text: string) => text.replace(/[\0\ufffd\ud800]/g, "").replace(/\r\n?/g, "\n")

const addresses = new Set(["href", "src", "action", "formaction", "data"])
const followed = new Set(["http:", "https:", "mailto:", "tel:", "about:"])

/** Raises an error where a text lives, or is not shown as what it is. */
function isHarmless(name: string, text: string): true {
  const elements = elementsOf(render(name, text))
  expect(shapeOf(elements), `${name}: ${JSON.stringify(text)}`).toEqual(
    shapeOf(elementsOf(render(name, "harmless"))),
  )
  expect(shapeOf(elementsOf(render(name, text), true))).toEqual(
    shapeOf(elementsOf(render(name, "harmless"), true)),
  )
  const isAddress = name.startsWith("address")
  for (const element of elements) {
    for (const { name: attribute, value } of element.attrs) {
      expect(attribute).not.toMatch(/^on/)
      if (!addresses.has(attribute)) continue
      const target = URL.canParse(value, "https://site.example/")
        ? new URL(value, "https://site.example/")
        : undefined
      expect(followed, `${name}: ${value}`).toContain(target?.protocol ?? "about:")
    }
    if (element.tagName === "script") expectSameData(textOf(element), text)
  }
  const shown = elements
    .filter(({ tagName }) => tagName !== "style")
    .flatMap((element) => [textOf(element), ...element.attrs.map(({ value }) => value)])
    .join("\n")
  if (!isAddress && !elements.some(({ tagName }) => tagName === "script"))
    expect(seen(shown)).toContain(seen(name === "textarea" ? text.replace(/^\r?\n/, "") : text))
  return true
}

function expectSameData(script: string, text: string): void {
  // What ends the element, begins a comment in it, or ends a line of JavaScript is escaped.
  expect(script).not.toMatch(/[<>&\u2028\u2029]/)
  expect((JSON.parse(script) as { deep: string[][] }).deep[0]![0]).toBe(text)
}

describe("attack 77: texts that run where they are taken for markup", () => {
  it("are at least 100", () => {
    expect(new Set(xssStrings).size).toBe(xssStrings.length)
    expect(xssStrings.length).toBeGreaterThanOrEqual(100)
  })

  it("would live if they were not escaped: the check itself", () => {
    const live = xssStrings.filter((text) => {
      const [plain, attacked] = ["harmless", text].map((value) =>
        elementsOf(`<p title="${value}">${value}</p>`),
      )
      return JSON.stringify(shapeOf(plain!)) !== JSON.stringify(shapeOf(attacked!))
    })
    expect(live.length).toBeGreaterThan(80)
  })

  it.each(names)("are dead as %s, to a parser", (name) => {
    for (const text of xssStrings) expect(isHarmless(name, text)).toBe(true)
  })

  it.each(Object.keys(rejected))("are never put into %s", (name) => {
    expect(() => rejected[name]!("x")).toThrow(/no escaping is safe|could become code/)
  })

  it("are dead whatever they are joined with", () => {
    const mark = fc.constantFrom(
      ...Array.from("<>\"'`&/\\=: \t\n\r\0;!-[]{}()#%"),
      "script",
      "javascript",
      "--",
      "</",
      "]]>",
      "\u2028",
    )
    const piece = fc.oneof(mark, fc.constantFrom(...xssStrings), fc.string({ maxLength: 4 }))
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""))
    fc.assert(
      fc.property(fc.constantFrom(...names), text, (name, joined) => {
        expect(isHarmless(name, joined)).toBe(true)
      }),
      { numRuns: Number(process.env["FUZZ"] ?? 400) },
    )
  })

  it("lead nowhere as the target of a redirect", () => {
    for (const text of xssStrings.flatMap((one) => [one, `/${one}`, `//${one}`, `/\\${one}`])) {
      let location: string | undefined
      try {
        location = redirect(text).headers?.get("location")
      } catch {
        continue
      }
      expect(new URL(location!, "https://site.example/").origin, text).toBe("https://site.example")
    }
  })
})

describe("attack 77 in a browser", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(chromiumOptions())
  })
  afterAll(() => browser?.close())

  it("runs none of them", async () => {
    const opened = await browser.newPage()
    const complaints: string[] = []
    opened.on("dialog", (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    opened.on("pageerror", (error) => complaints.push(error.message))
    opened.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
    // A frame takes its time: only what could be an address of another scheme is shown in one.
    const isShown = (name: string, text: string) =>
      name !== "the page for an error" && (text.includes(":") || !/object|whole/.test(name))
    const bodies = xssStrings.flatMap((text) =>
      names.filter((name) => isShown(name, text)).map((name) => render(name, text)),
    )
    // Nothing but the markup stands in their way: no policy, and whatever they load is there.
    await opened.route("**/*", (route) =>
      route.request().isNavigationRequest() && route.request().frame() === opened.mainFrame()
        ? route.fulfill({
            contentType: "text/html; charset=utf-8",
            body: `<!doctype html><script>window.hits = 0; window.hit = () => { window.hits++; return "" }</script>${bodies.join("\n")}<p id="end">`,
          })
        : route.fulfill({ contentType: "text/plain", body: "" }),
    )
    await opened.goto("http://site.example/")
    await opened.waitForSelector("#end", { state: "attached" })
    const links = await opened.evaluate<string[]>(
      "[...document.querySelectorAll('a')].map((link) => link.protocol ?? new URL(link.href.baseVal, location).protocol)",
    )
    expect(links.length).toBeGreaterThan(xssStrings.length)
    expect(links.filter((scheme) => scheme !== ":" && !followed.has(scheme))).toEqual([])
    const data = await opened.evaluate<string[]>(
      `[...document.querySelectorAll("script[type*=json]")].map((data) => JSON.parse(data.textContent).deep[0][0])`,
    )
    expect(new Set(data)).toEqual(new Set(xssStrings))
    expect(await opened.evaluate("window.hits")).toBe(0)
    // `about:invalid`, which takes the place of an address that is not followed, is one that cannot be loaded.
    expect(complaints.filter((text) => !text.endsWith("net::ERR_UNKNOWN_URL_SCHEME"))).toEqual([])
    // The flag itself works.
    expect(await opened.evaluate("window.hit(), window.hits")).toBe(1)
  })
})
