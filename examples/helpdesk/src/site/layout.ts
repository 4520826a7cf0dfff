import { type Html, html, type HtmlValue, type Page } from "trivet/web"

/** The frame of every page. What stands in `${}` is escaped, unless it is markup made by `html` itself. */
export function layout(title: string, page: Page, content: HtmlValue): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Help desk</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/site.css" />
      </head>
      <body>
        <header>
          <a class="brand" href="/">Help desk</a>
          <nav>${navigation(page)}</nav>
        </header>
        <main>
          ${page.flash.map(({ kind, text }) => html`<p class="flash ${kind}" role="status">${text}</p>`)}
          ${content}
        </main>
      </body>
    </html>`
}

function navigation(page: Page): Html {
  const visitor = page.get("visitor")
  if (visitor === undefined) return html`<a href="/sign-in">Sign in</a> <a href="/sign-up">Sign up</a>`
  return html`<a href="/orgs">Organisations</a>
    <a href="/account">Account</a>
    <form method="post" action="/sign-out"><button class="plain">Sign out ${visitor.name}</button></form>`
}
