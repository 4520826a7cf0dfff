import { type Html, html, type HtmlValue, type Page } from "trivet/web"
import { emblem } from "./emblem.ts"
import { signInPath } from "./return-path.ts"

/** What a page says of itself. */
export interface LayoutOptions {
  readonly title: string
  /** For those who share the page, and for search engines. */
  readonly description?: string
  /** Whether search engines should leave it alone. */
  readonly hidden?: boolean
}

/** The frame of every page. */
export function layout(
  { title, description, hidden = false }: LayoutOptions,
  page: Page,
  content: HtmlValue,
): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – The Trivet</title>
        ${description && html`<meta name="description" content="${description}" />`}
        ${hidden && html`<meta name="robots" content="noindex" />`}
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171613" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/assets/emblem.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/site.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="masthead ${page.get("visitor") && "full"}">
          <div class="wrap">
            <a class="brand" href="/">${emblem}<span>The Trivet</span></a>
            <nav aria-label="Main">
              <ul>
                ${navigation(page)}
              </ul>
            </nav>
          </div>
        </header>
        <main id="main" class="wrap" tabindex="-1">
          ${page.flash.map(({ kind, text }) => html`<p class="flash ${kind}" role="status">${text}</p>`)}
          ${content}
        </main>
        <footer class="colophon">
          <div class="wrap">
            <p>Stands on three legs, never wobbles.</p>
            <p><a href="/posts?limit=10">All posts</a></p>
          </div>
        </footer>
      </body>
    </html>`
}

function navigation(page: Page): Html[] {
  const link = (path: string, text: string) =>
    html`<li><a href="${path}" aria-current=${page.path === path && "page"}>${text}</a></li>`
  const visitor = page.get("visitor")
  if (visitor === undefined) {
    const from = ["/sign-in", "/sign-up"].includes(page.path) ? "/" : page.path
    return [
      html`<li><a href="${signInPath(from)}">Sign in</a></li>`,
      html`<li><a class="button small" href="/sign-up">Sign up</a></li>`,
    ]
  }
  return [
    link("/desk", "Your posts"),
    html`<li>
      <form method="post" action="/sign-out">
        <button>Sign out<span class="unseen"> ${visitor.name}</span></button>
      </form>
    </li>`,
    html`<li><a class="button small main" href="/write">Write</a></li>`,
  ]
}
