import type { Failure } from "./failure.ts"
import { html, type Html } from "../html/html.ts"
import type { Page } from "../view.ts"

/** Renders an error page. */
export type ErrorView = (failure: Failure, page: Page) => Html

/** The default error page. */
export function errorView({ status, title, message }: Failure, page: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${status} ${title}</title>
      <style nonce="${page.nonce}">
        :root {
          color-scheme: light dark;
          font:
            16px/1.5 system-ui,
            sans-serif;
        }
        body {
          max-width: 60ch;
          margin: 12vh auto;
          padding: 0 1rem;
          overflow-wrap: anywhere;
        }
        h1 {
          font-size: 1.5rem;
        }
      </style>
      <h1>${status} ${title}</h1>
      ${message === title ? undefined : html`<p>${message}</p>`}
    </html>`
}
