import { inTransaction } from "@trivet/postgres"
import { type Context, dto, get, group, inject, post, routes } from "trivet"
import { readForm, redirect, render } from "trivet/web"
import { Db } from "../database/db.ts"
import { SignedIn } from "../site/signed-in.ts"
import { Acting } from "../tickets/actor.ts"
import { SeesTicket } from "../tickets/ticket-access.ts"
import { Colleague } from "./colleague.ts"
import { NotesStore } from "./notes-store.ts"
import { type NotesPage, notesView } from "./notes-view.ts"

/** A note. */
const NoteForm = dto({ text: "required,max=10000" })

/** What the members of an organisation say about a ticket of theirs. Agents never see it. */
export class NotesController {
  readonly #notes = inject(NotesStore)

  routes() {
    // The key is needed only in this repository, where a test declares `trx` as the transaction of another database.
    const inTenant = inTransaction(Db, { tenant: "org_id", key: "helpdesk_trx" })
    return routes([
      group(
        "/tickets/:id/notes",
        [SignedIn, Acting, SeesTicket, Colleague, inTenant],
        [get("", this.index, { view: notesView }), post("", this.create)],
      ),
    ])
  }

  async index(ctx: Context<string, "ticket">): Promise<NotesPage> {
    const { id, title } = ctx.get("ticket")
    return { id, title, notes: await this.#notes.list(id), form: { input: {}, errors: {} } }
  }

  async create(ctx: Context<string, "ticket" | "user_id">) {
    const form = await readForm(ctx, NoteForm, { labels: { text: "A note" } })
    if (!form.ok) return render(notesView, { ...(await this.index(ctx)), form }, { status: 422 })
    const { id } = ctx.get("ticket")
    await this.#notes.add(id, ctx.get("user_id"), form.value.text)
    return redirect(`/tickets/${id}/notes`)
  }
}
