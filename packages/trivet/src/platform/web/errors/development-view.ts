import { developmentStyle } from "./development-style.ts"
import type { FailureCause, FailureDetail } from "./failure-detail.ts"
import type { Failure } from "./failure.ts"
import { html, type Html, raw } from "../html/html.ts"
import type { SourceLine } from "./source-excerpt.ts"
import type { StackFrame } from "./stack-frames.ts"
import type { Page } from "../view.ts"

/** The error page in development: what happened, where, why, and what to do. */
export function developmentView(failure: Failure, detail: FailureDetail, page: Page): Html {
  const { status, title } = failure
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${detail.message} · ${status} ${title}</title>
        ${raw(`<style nonce="${page.nonce}">${developmentStyle}</style>`)}
      </head>
      <body>
        <header>
          <p class="call"><b>${status}</b> ${title} <code>${detail.route}</code></p>
          <h1>${said(detail)}</h1>
          <p class="kind">${labels(detail)}</p>
        </header>
        <main>
          ${fix(detail)} ${excerpt(detail)} ${detail.causes.map(cause)}
          ${detail.frames.length === 0 ? undefined : html`<h2>Stack</h2>${stack(detail.frames)}`}
        </main>
        <footer>
          Asked for: <code>${page.path}</code>. This page is shown in development only; in production a client reads
          “${failure.message}” and nothing else.
        </footer>
      </body>
    </html>`
}

function labels({ name, code }: FailureCause): Html {
  return html`<span>${name}</span>${code === undefined ? undefined : html` <span class="code">${code}</span>`}`
}

function fix({ fix: text }: FailureCause): Html | undefined {
  return text === "" ? undefined : html`<p class="fix"><b>Fix</b> ${prose(text)}</p>`
}

/** Faults mark code with backticks; messages of other errors are shown unchanged. */
function said({ message, fix: text }: FailureCause): string | Html[] {
  return text === "" ? message : prose(message)
}

function prose(text: string): Html[] {
  return text.split("`").map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
}

function cause(one: FailureCause): Html {
  const place = one.frames.find(({ owner }) => owner === "own")?.place
  return html`<section class="cause">
    <h2>Caused by</h2>
    <p class="message">${said(one)}</p>
    <p class="kind">${labels(one)}</p>
    ${fix(one)} ${one.source.length === 0 && place !== undefined ? html`<p><code>${place}</code></p>` : undefined}
    ${excerpt(one)}
  </section>`
}

function excerpt({ source, frames }: FailureCause): Html | undefined {
  if (source.length === 0) return undefined
  const first = frames.find(({ owner }) => owner === "own")!
  return html`<figure>
    <figcaption>${first.place}</figcaption>
    <pre tabindex="0">${source.map(line)}</pre>
  </figure>`
}

function line({ number, text, marked }: SourceLine): Html {
  const shown = html`<i>${number}</i>${text}\n`
  return marked ? html`<mark>${shown}</mark>` : html`<span>${shown}</span>`
}

function stack(frames: readonly StackFrame[]): Html {
  return html`<ol>
    ${frames.map(
      ({ name, place, owner }) =>
        html`<li class="${owner}"><span>${name === "" ? "(file)" : name}</span> <code>${place}</code></li>`,
    )}
  </ol>`
}
