import { type Html, html } from "trivet/web"

/** A field of a form, and what is known of it. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  /** What is wrong with what was sent. */
  readonly error?: string | undefined
  readonly hint?: string
  /** Of an `<input>`; `lines` is a `<textarea>`. */
  readonly type?: "text" | "email" | "password" | "file" | "lines"
  /** Of a `<textarea>`. */
  readonly rows?: number
  readonly autocomplete?: string
  readonly accept?: string
  readonly optional?: boolean
  readonly class?: string
}

/** A field with its label, its hint and its error, which belong to it also for those who hear the page. */
export function fieldView(field: Field): Html {
  const { name, label, error, hint } = field
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${controlView(field)}
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

// No `required`: the browser's own bubbles would hide the messages that stand in the page and stay there.
function controlView({
  name,
  value,
  error,
  hint,
  type = "text",
  rows = 14,
  autocomplete,
  accept,
  optional,
  class: look,
}: Field): Html {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ")
  const [required, invalid, describedBy] = [
    !optional && "true",
    error && "true",
    described !== "" && described,
  ]
  if (type === "lines")
    return html`<textarea id="${name}" name="${name}" rows="${rows}" aria-required=${required} aria-invalid=${invalid} aria-describedby=${describedBy}>
${value}</textarea>`
  return html`<input id="${name}" name="${name}" type="${type}" class=${look} value=${value} autocomplete=${autocomplete} accept=${accept} aria-required=${required} aria-invalid=${invalid} aria-describedby=${describedBy} />`
}

/** What is wrong with a form, first of all, with a way to each field. */
export function troubleView(errors: Readonly<Record<string, string | undefined>>): Html | undefined {
  const told = Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (told.length === 0) return undefined
  const [[name, text]] = told as [[string, string]]
  if (name === "") return html`<p class="trouble" role="alert">${text}</p>`
  return html`<div class="trouble" role="alert">
    <p>There is a problem:</p>
    <ul>
      ${told.map(([field, error]) => html`<li><a href="#${field}">${error}</a></li>`)}
    </ul>
  </div>`
}
