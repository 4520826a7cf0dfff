import { errorView } from "../../src/platform/web/errors/error-view.ts"
import { html, type Html, type Page } from "../../src/web.ts"

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
  "address, after character references": (text) =>
    html`<a href="&#9;${text}">x</a><a href="&#x0A&NewLine;&Tab;${text}">x</a><a href="&#1;${text}">x</a>`,
  "address, before a reference": (text) =>
    html`<a href="${text}&amp;b=c">x</a><a href="/${text}&colon;">x</a>`,
  "address in svg": (text) => html`<svg><a xlink:href="${text}" href="${text}"></a></svg>`,
  title: (text) => html`<title>${text}</title>`,
  textarea: (text) => html`<textarea>${text}</textarea>`,
  "data of a script": (text) =>
    html`<script type="application/json">${{ [text]: [text, { text }], deep: [[text]] }}</script>`,
  "data inside of JSON": (text) =>
    html`<script type=application/json>{"a": "\\"", "b": [1, ${text}], "deep": [[${text}]]}</script>`,
  "linked data": (text) => html`<script TYPE=' Application/LD+json '>${{ deep: [[text]] }}</script>`,
  "partials and lists": (text) => html`<ul>${[text, "b"].map(item)}</ul>`,
  "the page for an error": (text, page) => errorView({ status: 400, title: text, message: `${text}!` }, page),
  flash: (text, page) =>
    html`<ul>${[{ ...page.flash[0]!, text }].map(({ kind, text: told }) => html`<li class="${kind}">${told}</li>`)}</ul>`,
}

/** Templates in which no value is safe: `html` rejects them before it has seen one. */
export const rejected: Readonly<Record<string, (text: string) => Html>> = {
  "a script": (text) => html`<script>window.got = ${text}</script>`,
  "a text of a script": (text) => html`<script>const a = "${text}"</script>`,
  "a script, after a regular expression": (text) =>
    html`<script>var re = /["]/; var s = "a=${text}"</script>`,
  "a text in JSON": (text) => html`<script type="application/json">{"a": "${text}"}</script>`,
  "an event handler": (text) => html`<a onclick="${text}">x</a>`,
  "an animated address": (text) =>
    html`<svg><a><animate attributeName=href values="${text}" /><text>x</text></a></svg>`,
  "a set address": (text) => html`<svg><a><set attributeName="href" to="${text}" /></a></svg>`,
  "an event handler of htmx": (text) => html`<a hx-on:click="${text}">x</a>`,
  "data of Alpine": (text) => html`<div x-data="${text}"></div>`,
  "an event handler in short": (text) => html`<a @click="${text}">x</a>`,
  "a binding in short": (text) => html`<a :href="${text}">x</a>`,
  "a coded scheme": (text) => html`<a href="javascript&colon;${text}">x</a>`,
  "a value that ends a character reference": (text) => html`<a href="&#${text}">x</a>`,
}
