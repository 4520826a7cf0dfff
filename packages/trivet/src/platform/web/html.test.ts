import { describe, expect, it } from "vitest"
import { html, type Html, raw } from "./html.ts"

const attack = `</script><script>alert("1")</script>'`
const escaped = "&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;"

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

  it("writes a value in a script as JSON that cannot end the script", () => {
    expect(String(html`<script>const data = ${{ attack: "</script><!--&" }}</script>`)).toBe(
      '<script>const data = {"attack":"\\u003c/script\\u003e\\u003c!--\\u0026"}</script>',
    )
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
    [
      "a text inside of a script",
      () =>
        html`<script>
          const a = "${attack}"
        </script>`,
    ],
    [
      "a template inside of a script",
      () =>
        html`<script>
          const a = \`${attack}\`
        </script>`,
    ],
    [
      "a comment inside of a script",
      () =>
        html`<script>
          // ${attack}
        </script>`,
    ],
    [
      "the middle of a script's name",
      () =>
        html`<script>
          call${attack}()
        </script>`,
    ],
    ["a tag's name", () => html`<${attack}></a>`],
    ["an attribute's name", () => html`<a ${attack}="1"></a>`],
    ["part of an unquoted attribute", () => html`<a class=a${attack}></a>`],
    ["a comment", () => html`<!-- ${attack} -->`],
    ["a script in an address", () => html`<a href="javascript:show('${attack}')"></a>`],
    ["the scheme of an address", () => html`<a href="${attack}:x"></a>`],
    ["the scheme of an address with more", () => html`<a href="${"a"}:${attack}"></a>`],
    ["a whole document in an attribute", () => html`<iframe srcdoc="${attack}"></iframe>`],
  ])("refuses %s", (_, template) => {
    expect(template).toThrow(/no escaping is safe/)
  })
})
