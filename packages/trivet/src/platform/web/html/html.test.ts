import { describe, expect, it } from "vitest"
import type { Fault } from "../../../fault/fault.ts"
import { html, type Html, raw } from "./html.ts"

const attack = `</script><script>alert("1")</script>'`
const escaped = "&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;"

function fixOf(template: () => Html): string {
  try {
    return String(template())
  } catch (error) {
    return (error as Fault).fix
  }
}

describe("html", () => {
  it("escapes a value between tags", () => {
    expect(String(html`<p>${attack}</p>`)).toBe(`<p>${escaped}</p>`)
  })

  it("escapes a value in a quoted attribute", () => {
    expect(String(html`<p title="a ${attack}" class='${attack}'></p>`)).toBe(
      `<p title="a ${escaped}" class='${escaped}'></p>`,
    )
  })

  it("escapes a value in a title and in a textarea", () => {
    expect(String(html`<title>${attack}</title><textarea>${attack}</textarea>`)).toBe(
      `<title>${escaped}</title><textarea>${escaped}</textarea>`,
    )
  })

  it("writes a value in a JSON element as JSON that cannot end the element", () => {
    expect(
      String(html`<script type="application/json">${{ attack: "</script><!--&\u2028\u2029" }}</script>`),
    ).toBe(
      '<script type="application/json">{"attack":"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029"}</script>',
    )
    expect(String(html`<script type='application/ld+json'>{"a": [${1}, ${"b"}]}</script>${"<"}`)).toBe(
      `<script type='application/ld+json'>{"a": [1, "b"]}</script>&lt;`,
    )
  })

  it.each<[string, () => Html]>([
    ["without a type", () => html`<script>const data = ${attack}</script>`],
    ["with an empty type", () => html`<script type="">const data = ${attack}</script>`],
    ["with a bare type", () => html`<script type>const data = ${attack}</script>`],
    ["of a module", () => html`<script type="module">run(${attack})</script>`],
    ["of JavaScript", () => html`<script type="text/javascript">run(${attack})</script>`],
    ["that says where modules are", () => html`<script type="importmap">${{ imports: {} }}</script>`],
    [
      "with a first type that is not JSON",
      () => html`<script type=module type="application/json">${attack}</script>`,
    ],
    [
      "with a bare type before that of JSON",
      () => html`<script type type="application/json">${attack}</script>`,
    ],
    ["whose type is a value", () => html`<script type=${"application/json"}>${attack}</script>`],
    ["whose type has a value in it", () => html`<script type="${"application/json"}">${attack}</script>`],
    ["whose type only begins like JSON's", () => html`<script type="application/jsonp">${attack}</script>`],
    [
      "with JSON's type in another attribute",
      () => html`<script data-type="application/json">${attack}</script>`,
    ],
    ["after one of JSON", () => html`<script type="application/json">1</script><script>${attack}</script>`],
    ["with a regular expression", () => html`<script>var re = /["]/; var s = "a=${attack}"</script>`],
  ])("refuses a value in a script %s, and says what to do", (_, template) => {
    expect(template).toThrow(/in a `<script>`, near .*\n?.*could become code/s)
    expect(fixOf(template)).toContain("JSON.parse(data.textContent)")
  })

  it.each([
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "JAVASCRIPT:x",
    "data:text/html,x",
    "vbscript:x",
    "\u0001javascript:x",
  ])("makes the address %j harmless", (address) => {
    expect(String(html`<a href="${address}"></a>`)).toBe('<a href="about:invalid"></a>')
    expect(String(html`<a href=${address}></a>`)).toBe('<a href="about:invalid"></a>')
  })

  it.each(["/posts?a=1", "posts/1", "https://b.example/", "mailto:a@b.example", "#top", "?page=2", "/a:b"])(
    "keeps the address %j",
    (address) => {
      expect(String(html`<a href="${address}"></a>`)).toBe(`<a href="${address}"></a>`)
    },
  )

  it("keeps an address harmless that is put together of several values", () => {
    expect(String(html`<a href="${"java"}${"script:alert(1)"}"></a>`)).toBe(
      '<a href="javascript%3Aalert(1)"></a>',
    )
    expect(String(html`<a href="${"https://a.example"}/${"b:c"}"></a>`)).toBe(
      '<a href="https://a.example/b:c"></a>',
    )
    expect(String(html`<a href="mailto:${"a@b.example"}"></a>`)).toBe('<a href="mailto:a@b.example"></a>')
  })

  it("leaves an attribute out, writes it bare, or writes its value", () => {
    const field = (value: string | boolean | undefined) =>
      String(html`<input name="a" value=${value} required>`)
    expect(field(undefined)).toBe('<input name="a" required>')
    expect(field(true)).toBe('<input name="a" value required>')
    expect(field('"x"')).toBe('<input name="a" value="&quot;x&quot;" required>')
  })

  it("takes markup, lists and nothing", () => {
    const items = ["<a>", "b"].map((item) => html`<li>${item}</li>`)
    expect(String(html`<ul>${items}${undefined}${null}${false}${0}${raw("<hr>")}</ul>`)).toBe(
      "<ul><li>&lt;a&gt;</li><li>b</li>0<hr></ul>",
    )
  })

  it("shows no object as text", () => {
    expect(() => html`<p>${{ a: 1 }}</p>`).toThrow(/a plain object stands where a template shows text/)
  })

  it("gives what is ready at once and waits for the rest", async () => {
    async function* letters() {
      yield "<"
      yield html`<b>b</b>`
    }
    const pieces: string[] = []
    for await (const piece of html`<p>${Promise.resolve(html`<i>${"&"}</i>`)}${[letters()]}</p>`)
      pieces.push(piece)
    expect(pieces[0]).toBe("<p>")
    expect(pieces.join("")).toBe("<p><i>&amp;</i>&lt;<b>b</b></p>")
  })

  it("throws what a later part fails with where that is shown, and nothing if it never is", async () => {
    const fails = () => Promise.reject(new Error("a later part"))
    const slow = new Promise((go) => setTimeout(() => go("shown"), 20))
    await expect(Array.fromAsync(html`<p>${slow}${fails()}</p>`)).rejects.toThrow("a later part")
    expect(html`<p>${fails()}</p>`).toBeDefined()
  })

  it.each<[string, () => Html]>([
    ["an event handler", () => html`<a onclick="${attack}"></a>`],
    ["a style", () => html`<a style="color: ${attack}"></a>`],
    [
      "a style sheet",
      () =>
        html`<style>
          ${attack}
        </style>`,
    ],
    ["a text of a JSON element", () => html`<script type="application/json">{"a": "${attack}"}</script>`],
    ["a text of a JSON list", () => html`<script type="application/json">["a, ${attack}"]</script>`],
    ["the name of a JSON field", () => html`<script type="application/json">{"${attack}": 1}</script>`],
    ["a JSON text behind an escape", () => html`<script type="application/json">["\\"${attack}"]</script>`],
    ["the middle of a JSON value", () => html`<script type="application/json">{"a": 1${attack}}</script>`],
    ["a tag's name", () => html`<${attack}></a>`],
    ["an attribute's name", () => html`<a ${attack}="1"></a>`],
    ["part of an unquoted attribute", () => html`<a class=a${attack}></a>`],
    ["a comment", () => html`<!-- ${attack} -->`],
    ["a script in an address", () => html`<a href="javascript:show('${attack}')"></a>`],
    ["the scheme of an address", () => html`<a href="${attack}:x"></a>`],
    ["the scheme of an address with more", () => html`<a href="${"a"}:${attack}"></a>`],
    ["a scheme with a coded colon", () => html`<a href="javascript&colon;${attack}"></a>`],
    ["a scheme with a colon by its number", () => html`<a href="javascript&#58;${attack}"></a>`],
    ["a scheme with a hexadecimal colon", () => html`<a href="javascript&#x3A${attack}"></a>`],
    ["a coded scheme", () => html`<a href="&#106avascript:${attack}"></a>`],
    ["a scheme with a coded line break", () => html`<a href="java&NewLine;script:${attack}"></a>`],
    ["a value before a coded colon", () => html`<a href="${attack}&colon;x"></a>`],
    ["a value before a colon by its number", () => html`<a href="${attack}&#0058;x"></a>`],
    ["a value that ends a reference", () => html`<a href="&#${attack}"></a>`],
    ["a value that ends a reference by name", () => html`<a href="${"a"}&${attack}"></a>`],
    ["an animated address", () => html`<svg><a><animate attributeName=href values="${attack}" /></a></svg>`],
    ["a set address", () => html`<svg><set attributeName="href" to="${attack}" /></svg>`],
    ["an animation's start", () => html`<svg><animate attributeName="href" from="${attack}" /></svg>`],
    ["an animation's step", () => html`<svg><animate attributeName="href" by=${attack} /></svg>`],
    ["what is animated", () => html`<svg><animate attributeName="${attack}" /></svg>`],
    ["htmx's events", () => html`<a hx-on:click="${attack}"></a>`],
    ["htmx's events, with hyphens", () => html`<a hx-on--click="${attack}"></a>`],
    ["htmx's events as data", () => html`<a data-hx-on:click="${attack}"></a>`],
    ["htmx's values", () => html`<a hx-vals="${attack}"></a>`],
    ["Alpine's data", () => html`<a x-data="${attack}"></a>`],
    ["Alpine's events", () => html`<a x-on:click="${attack}"></a>`],
    ["events in short", () => html`<a @click="${attack}"></a>`],
    ["bindings in short", () => html`<a :href="${attack}"></a>`],
    ["bindings in brackets", () => html`<a [href]="${attack}"></a>`],
    ["events in brackets", () => html`<a (click)="${attack}"></a>`],
    ["Vue's directives", () => html`<a v-html="${attack}"></a>`],
    ["AngularJS's directives", () => html`<a data-ng-click="${attack}"></a>`],
    ["Knockout's bindings", () => html`<a data-bind="${attack}"></a>`],
    ["hyperscript", () => html`<a _="${attack}"></a>`],
    ["an unquoted attribute of code", () => html`<a @click=${attack}></a>`],
    ["what follows an empty comment", () => html`<!--><script> --> ${attack}</script>`],
    ["what follows a comment's odd end", () => html`<!-- --!><script> --> ${attack}</script>`],
    ["what only looks quoted", () => html`<a title=a\u00a0href="${attack}"></a>`],
    ["a whole document in an attribute", () => html`<iframe srcdoc="${attack}"></iframe>`],
    ["the base of all addresses", () => html`<base href="${attack}" />`],
    ["the base of all addresses, after its start", () => html`<base target="_top" href="/${attack}/" />`],
    ["where a page goes on", () => html`<meta http-equiv="refresh" content="0; url=${attack}" />`],
    ["where a page goes on, written first", () => html`<meta content="0; url=${attack}" http-equiv=refresh>`],
    ["where a page goes on, unquoted", () => html`<META CONTENT=${attack} HTTP-EQUIV="Refresh">`],
    ["an instruction that a value names", () => html`<meta http-equiv="${attack}" content="${attack}" />`],
  ])("refuses %s", (_, template) => {
    expect(template).toThrow(/no escaping is safe|could become code/)
  })

  it("accepts values in what a page says of itself", () => {
    const page = html`<meta charset="utf-8" http-equiv="x" content="1"><meta name="author" content="${attack}" />`
    expect(String(page)).toContain('name="author" content="')
  })
})
