import type { Reply } from "../../context/reply.ts"
import { Fault } from "../../fault/fault.ts"
import { STATUS_TEXTS } from "../status-texts.ts"
import { html, type Html } from "./html.ts"
import type { Page } from "./view.ts"

/** What a page for an error may show. */
export interface Failure {
  readonly status: number
  readonly title: string
  /** What may be told to anybody. */
  readonly message: string
  /** For developers: what happened, what to do and the stack. Never there in production. */
  readonly detail: { readonly message: string; readonly fix: string; readonly stack: string } | undefined
}

/** Renders the page for an error. */
export type ErrorView = (failure: Failure, page: Page) => Html

/** What is told of something thrown, from the reply that JSON clients get. */
export function failureOf(told: Reply, thrown: unknown, production: boolean): Failure {
  const { error } = told.value as { readonly error: string }
  const shown = !production && thrown instanceof Error && told.status >= 500
  const fix = thrown instanceof Fault ? thrown.fix : ""
  return {
    status: told.status,
    title: STATUS_TEXTS[told.status] ?? "Error",
    message: error,
    detail: shown ? { message: thrown.message, fix, stack: thrown.stack ?? "" } : undefined,
  }
}

/** What is told of an error that a handler or a middleware returned. */
export function failureOfReply({ status, value }: Reply): Failure {
  const title = STATUS_TEXTS[status] ?? "Error"
  const { error } = value as { readonly error?: unknown }
  return { status, title, message: typeof error === "string" ? error : title, detail: undefined }
}

/** The page for an error where the site has none of its own. */
export function errorView({ status, title, message, detail }: Failure, { nonce }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${status} ${title}</title>
      <style nonce="${nonce}">
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
        }
        h1 {
          font-size: 1.5rem;
        }
        pre {
          overflow: auto;
          padding: 1rem;
          border: 1px solid;
        }
      </style>
      <h1>${status} ${title}</h1>
      ${message === title ? undefined : html`<p>${message}</p>`}
      ${
        detail &&
        html`<p><strong>${detail.message}</strong></p>
          ${detail.fix === "" ? undefined : html`<p>${detail.fix}</p>`}
          <pre>${detail.stack}</pre>
          <p><small>Shown in development only.</small></p>`
      }
    </html>`
}
