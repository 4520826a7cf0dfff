import { type Html, html } from "trivet/web"
import type { Field } from "../site/field-view.ts"

/** A field for text of several lines, like `fieldView()`. Browsers leave out the line break before the text. */
export function linesView({ name, label, value, error }: Omit<Field, "type" | "autocomplete">): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="6" aria-invalid=${error && "true"} aria-describedby=${error && `${name}-error`}>
${value}</textarea>
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

/** A field for a file. */
export function fileView({ name, label, error }: Pick<Field, "name" | "label" | "error">): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="file" aria-invalid=${error && "true"} aria-describedby=${error && `${name}-error`} />
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}
