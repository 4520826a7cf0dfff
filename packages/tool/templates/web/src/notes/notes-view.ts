import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { NoteForm } from "./note-form.ts"
import type { Note } from "./note.ts"

/** What the page of notes shows. */
export interface NotesPage {
  readonly notes: readonly Note[]
  readonly form: FormState<typeof NoteForm>
}

/** The page of notes. */
export const notesView: View<NotesPage> = ({ notes, form: { input, errors } }, page) =>
  layout(
    "Notes",
    page,
    html`<h1>Notes</h1>
      <form method="post" action="/notes" novalidate>
        ${fieldView({ name: "title", label: "Title", value: input.title, error: errors.title })}
        ${fieldView({ name: "text", label: "Text", value: input.text, error: errors.text })}
        <button>Save</button>
      </form>
      <ul class="rows">
        ${notes.map(noteView)}
      </ul>`,
  )

function noteView({ id, title, text }: Note) {
  return html`<li>
    <div>
      <strong>${title}</strong>
      <p>${text}</p>
    </div>
    <form method="post" action="/notes/${id}/delete">
      <button class="plain">Delete</button>
    </form>
  </li>`
}
