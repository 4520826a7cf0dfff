import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { TicketForm } from "./desk-forms.ts"
import { fileView, linesView } from "./lines-view.ts"

/** The page to begin a ticket on. */
export const newTicketView: View<FormState<typeof TicketForm>> = ({ input, errors }, page) =>
  layout(
    "New ticket",
    page,
    html`<h1>New ticket</h1>
      <form method="post" action="/tickets" enctype="multipart/form-data" novalidate>
        ${fieldView({ name: "title", label: "Title", autocomplete: "off", value: input.title, error: errors.title })}
        ${linesView({ name: "text", label: "What happened?", value: input.text, error: errors.text })}
        ${fileView({ name: "attachment", label: "File (up to 2 MB)", error: errors.attachment })}
        <button>Send</button>
      </form>`,
  )
