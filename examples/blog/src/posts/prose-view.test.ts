import { describe, expect, it } from "vitest"
import { excerptOf, minutesOf, proseView } from "./prose-view.ts"

const shown = (content: string, level?: 2 | 4) =>
  String(proseView(content, level))
    .replace(/^<div class="prose">|<\/div>$/g, "")
    .replace(/\s*\n\s*(?=<)/g, "")

describe("proseView", () => {
  it.each([
    ["paragraphs and lines", "One\r\ntwo\n\n \nthree", "<p>One<br />two</p><p>three</p>"],
    ["headings", "## Why & how", "<h2>Why &amp; how</h2>"],
    ["quotes", "> a\n> b", "<blockquote>a<br />b</blockquote>"],
    ["lists", "- a\n- **b**", "<ul><li>a</li><li><strong>b</strong></li></ul>"],
    ["code", "```ts\na < b\n\n## c\n```\nd", '<pre tabindex="0"><code>a &lt; b\n\n## c</code></pre><p>d</p>'],
    ["marks", "*a* **b c** `<d>`", "<p><em>a</em> <strong>b c</strong> <code>&lt;d&gt;</code></p>"],
    [
      "addresses",
      "See https://a.example/?b=1&c=2.",
      '<p>See <a href="https://a.example/?b=1&amp;c=2" rel="nofollow ugc noopener">https://a.example/?b=1&amp;c=2</a>.</p>',
    ],
    [
      "what only looks like a mark",
      "2 * 3 * 4, a_b, javascript:x, # no",
      "<p>2 * 3 * 4, a_b, javascript:x, # no</p>",
    ],
    ["nothing", "", ""],
  ])("shows %s", (_, content, markup) => {
    expect(shown(content)).toBe(markup)
  })

  it("puts its headings below the one that it stands under", () => {
    expect(shown("## a", 4)).toBe("<h4>a</h4>")
  })

  it.each([
    "*a ",
    "**a ",
    "`",
    " ",
    "\t\n",
    "*",
    "**",
    "```\n",
    "http://)",
    "https://",
    "> ",
    "- *",
    "\r",
    "a* ",
  ])("takes time for a million characters of %j that grows with their number alone", (piece) => {
    const content = piece.repeat(1_000_000 / piece.length)
    const began = performance.now()
    String(proseView(content))
    excerptOf(content)
    minutesOf(content)
    // Tens of milliseconds as a rule; a pattern that goes back and forth takes minutes.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe("excerptOf", () => {
  it("is plain, and cut between words", () => {
    expect(excerptOf("## Head\n\nSome **bold** and *thin*\n> words", 220)).toBe("Some bold and thin words")
    expect(excerptOf("one two three four", 12)).toBe("one two…")
    expect(excerptOf("\u{1f600}".repeat(10), 5)).toBe("\u{1f600}\u{1f600}…")
  })
})
