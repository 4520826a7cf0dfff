import { type Html, html, type HtmlValue, type Page, raw } from "trivet/web"

const style = `
  :root { color-scheme: light dark; --line: light-dark(#c9ccd1, #4a4f57); --soft: light-dark(#f4f5f7, #23262b);
    --bad: light-dark(#a11212, #ff9b9b); --link: light-dark(#0b57a4, #8ec5ff) }
  * { box-sizing: border-box }
  body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#fff, #17191c); color: light-dark(#17191c, #eceef1) }
  a { color: var(--link) }
  h1 { font-size: 1.5rem; overflow-wrap: anywhere } h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere }
  ul { list-style: none; margin: 0; padding: 0 }
  li { border-top: 1px solid var(--line); padding: .75rem 0; overflow-wrap: anywhere }
  dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .5rem; margin: .5rem 0 }
  dt { font-size: .85rem } dd { margin: 0; font-weight: 600 }
  dl.wide { grid-template-columns: 1fr }
  nav { display: flex; flex-wrap: wrap; gap: .5rem 1rem }
  nav a[aria-current] { font-weight: 700; text-decoration: none }
  form { display: inline-block; margin: .25rem .5rem .25rem 0 }
  button { font: inherit; padding: .35rem .9rem; border: 1px solid var(--line); border-radius: .4rem;
    background: var(--soft); color: inherit; cursor: pointer; min-height: 2.5rem }
  details { margin: .5rem 0 } summary { cursor: pointer; padding: .35rem 0 }
  pre { background: var(--soft); border: 1px solid var(--line); padding: .75rem; white-space: pre-wrap;
    overflow-wrap: anywhere; margin: .5rem 0 }
  .flash { border: 1px solid var(--line); background: var(--soft); padding: .5rem .75rem }
  .bad { color: var(--bad) }
`

/** The frame of the pages. */
export function frame(title: string, page: Page, content: HtmlValue): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style nonce="${page.nonce}">${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${page.flash.map(({ text }) => html`<p class="flash" role="status">${text}</p>`)} ${content}
        </main>
      </body>
    </html>`
}

/** A form with one button. */
export function button(action: string, text: string, job?: string): Html {
  return html`<form method="post" action="${action}">
    ${job !== undefined && html`<input type="hidden" name="job" value="${job}" />`}<button>${text}</button>
  </form>`
}

/** A button that is shown after a click: what it does cannot be undone. */
export function careful(summary: string, form: Html): Html {
  return html`<details>
    <summary>${summary}</summary>
    ${form}
  </details>`
}
