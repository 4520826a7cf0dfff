import { type Html, html } from "trivet/web"

/** A field of a form, and what is known of it. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: "text" | "email" | "password"
  readonly autocomplete?: string
  /** What was sent, when the form has to be shown again. */
  readonly value?: string | undefined
  /** What is wrong with it. */
  readonly error?: string | undefined
}

/** A field with its label and its error, which belong to it also for those who hear the page. */
export function fieldView({ name, label, type = "text", autocomplete, value, error }: Field): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value=${value} autocomplete=${autocomplete} aria-invalid=${error && "true"} aria-describedby=${error && `${name}-error`} />
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}
