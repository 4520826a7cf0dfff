import { describe, expect, it } from "vitest"
import { html } from "trivet/web"
import { textOfHtml } from "./text-of.ts"

describe("textOf", () => {
  it("writes paragraphs, lines, lists and links", () => {
    const link = "https://shop.example/orders/7?a=1&b=2"
    const page = html`<!doctype html>
      <html>
        <head><title>No</title><style>p { color: red }</style></head>
        <body>
          <h1>Order   7</h1>
          <!-- <p>not this</p> -->
          <p>Thank you,<br>Ann &amp; Bob.</p>
          <ul><li>Tea</li><li>Two <b>cups</b></li></ul>
          <p>See <a href="${link}">your order</a>.</p>
          <table><tr><td>Sum</td><td>7 &euro;</td></tr></table>
          <script>alert(1)</script>
        </body>
      </html>`
    expect(textOfHtml(String(page))).toBe(
      [
        "Order 7",
        "",
        "Thank you,",
        "Ann & Bob.",
        "",
        "- Tea",
        "- Two cups",
        "",
        `See your order (${link}).`,
        "",
        "Sum 7 €",
        "",
      ].join("\n"),
    )
  })

  it.each([
    ['<a href="https://a.example">https://a.example</a>', "https://a.example\n"],
    ['<a href="mailto:ann@a.example">ann@a.example</a>', "ann@a.example\n"],
    ['<a href="https://a.example"><img src="x" alt="Logo"></a>', "Logo (https://a.example)\n"],
    ['<a href="https://a.example"><img src="x"></a> b', "https://a.example b\n"],
    ["<A HREF=https://a.example>b</A>c", "b (https://a.example)c\n"],
    ['<a data-href="no" href="https://a.example">b</a>', "b (https://a.example)\n"],
    ['<p title="a > b">c</p>', "c\n"],
    [`<a title=" href='no'" href="https://a.example">b</a>`, "b (https://a.example)\n"],
    ["a<br><br><br>b", "a\n\nb\n"],
    ["a <b>b</b> c<i>d</i>", "a b cd\n"],
    ["1 < 2 &lt;b&gt;", "1 < 2 <b>\n"],
    ["&#65;&#x42;&#0;&#xd800;&#1114112;&unknown;", "AB&#0;&#xd800;&#1114112;&unknown;\n"],
    ["a&constructor;", "a&constructor;\n"],
    ["<style>a</style", ""],
    ["<!-- a", ""],
    ["", ""],
  ])("%s", (markup, text) => {
    expect(textOfHtml(markup)).toBe(text)
  })

  it("shows what a user wrote as text", () => {
    const name = `<script>alert("1")</script> & 'co' &amp;`
    expect(textOfHtml(String(html`<p>${name}</p>`))).toBe(`${name}\n`)
  })

  it.each(["<", "<a", "<a href='", '<a "', "&", "&#", "<!--", "<!-- --", "<style>", "<a href=x "])(
    "takes time in proportion to the length of %j",
    (piece) => {
      const began = performance.now()
      textOfHtml(piece.repeat(200_000 / piece.length))
      expect(performance.now() - began).toBeLessThan(2_000)
    },
  )
})
