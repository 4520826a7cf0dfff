import { type FormState, type Html, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { TicketForm } from "./desk-forms.ts"
import { fileView, linesView } from "./lines-view.ts"

/** The page to begin a ticket on. */
export const newTicketView: View<FormState<typeof TicketForm>> = (form, page) =>
  layout("New ticket", page, html`<h1>New ticket</h1>${newTicketForm("/tickets", form)}`)

/** The form that begins a ticket. */
export function newTicketForm(action: string, { input, errors }: FormState<typeof TicketForm>): Html {
  return html`<form method="post" action="${action}" enctype="multipart/form-data" novalidate>
    ${fieldView({ name: "title", label: "Title", autocomplete: "off", value: input.title, error: errors.title })}
    ${linesView({ name: "text", label: "What happened?", value: input.text, error: errors.text })}
    ${fileView({ name: "attachment", label: "File (up to 2 MB)", error: errors.attachment })}
    <button>Send</button>
  </form>`
}
