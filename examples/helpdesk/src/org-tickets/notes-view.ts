import { html, type View } from "trivet/web"
import { linesView } from "../desk/lines-view.ts"
import { minuteOf } from "../desk/reply-view.ts"
import { layout } from "../site/layout.ts"

/** What the page of notes shows. */
export interface NotesPage {
  /** The id and the title of the ticket. */
  readonly id: string
  readonly title: string
  readonly notes: readonly {
    readonly author: string | null
    readonly text: string
    readonly created_at: Date
  }[]
  readonly form: { readonly input: { readonly text?: string }; readonly errors: { readonly text?: string } }
}

/** The page of the notes about a ticket. */
export const notesView: View<NotesPage> = ({ id, title, notes, form: { input, errors } }, page) =>
  layout(
    `Notes on ${title}`,
    page,
    html`<h1>Notes on <a href="/tickets/${id}">${title}</a></h1>
      <p>For those in your organisation who see the ticket. Agents do not see them.</p>
      <form method="post" action="/tickets/${id}/notes" novalidate>
        ${linesView({ name: "text", label: "New note", value: input.text, error: errors.text })}
        <button>Add the note</button>
      </form>
      <ol class="replies">
        ${notes.map(
          ({ author, text, created_at }) =>
            html`<li>
              <p class="meta"><strong>${author ?? "Deleted account"}</strong> <time>${minuteOf(created_at.toISOString())}</time></p>
              <p class="said">${text}</p>
            </li>`,
        )}
      </ol>`,
  )
