import { errorView } from "../src/platform/web/error-view.ts"
import { html, type Html, type Page } from "../src/web.ts"

const partial = (text: string) => html`<em title="${text}">${text}</em>`
const item = (text: string) => html`<li data-value=${text}>${[partial(text), html`<i>${text}</i>`]}</li>`

/** Every place of a template that takes a value, each with the same text in it. */
export const places: Readonly<Record<string, (text: string, page: Page) => Html>> = {
  text: (text) => html`<p>a ${text} b</p>`,
  "text, alone": (text) => html`<p>${text}</p>`,
  "text, twice": (text) => html`<p>${text}${text}</p>`,
  "text in a table": (text) =>
    html`<table>
      <tr>
        <td>${text}</td>
      </tr>
    </table>`,
  "text in svg": (text) => html`<svg><text>${text}</text></svg>`,
  "text in noscript": (text) => html`<noscript><p>${text}</p></noscript>`,
  "text in an option": (text) => html`<select><option>${text}</option></select>`,
  "attribute in double quotes": (text) => html`<p title="a ${text} b">x</p>`,
  "attribute in single quotes": (text) => html`<p title='${text}' class='${text}'>x</p>`,
  "attribute as a whole": (text) => html`<input value=${text} type="text" />`,
  "attribute as a whole, last": (text) => html`<p title=${text}>x</p>`,
  "address in double quotes": (text) => html`<a href="${text}">x</a><img src="${text}" alt="" />`,
  "address in single quotes": (text) => html`<a href='${text}'>x</a>`,
  "address as a whole": (text) => html`<a href=${text}>x</a><iframe src=${text}></iframe>`,
  "address of a form": (text) => html`<form action="${text}"><button formaction="${text}">x</button></form>`,
  "address of an object": (text) => html`<object data="${text}"></object><embed src="${text}" />`,
  "address, put together": (text) =>
    html`<a href="${text.slice(0, 4)}${text.slice(4)}">x</a><a href="/a/${text}">x</a><a href="?q=${text}">x</a>`,
  "address, after a blank": (text) => html`<a href=" ${text}">x</a>`,
  "address in svg": (text) => html`<svg><a xlink:href="${text}" href="${text}"></a></svg>`,
  title: (text) => html`<title>${text}</title>`,
  textarea: (text) => html`<textarea>${text}</textarea>`,
  "a script's value": (text) => html`<script type="module">window.got = ${text}</script>`,
  "data of a script": (text) =>
    html`<script type="application/json">${{ [text]: [text, { text }], deep: [[text]] }}</script>`,
  "an argument in a script": (text) => html`<script type="module">window.got = String(${[text]})</script>`,
  "partials and lists": (text) => html`<ul>${[text, "b"].map(item)}</ul>`,
  "the page for an error": (text, page) =>
    errorView({ status: 400, title: text, message: `${text}!`, detail: undefined }, page),
  flash: (text, page) =>
    html`<ul>${[{ ...page.flash[0]!, text }].map(({ kind, text: told }) => html`<li class="${kind}">${told}</li>`)}</ul>`,
}
