import { type Context, get, group, inject, post, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { SignedIn } from "../site/signed-in.ts"
import { NoteForm } from "./note-form.ts"
import { NotesStore } from "./notes-store.ts"
import { notesView } from "./notes-view.ts"

/** The first page: the visitor's own notes, and a form for another. */
export class NotesController {
  readonly #notes = inject(NotesStore)

  routes() {
    return routes([
      group(
        "",
        // SignedIn provides "user_id". Without it the handlers below would not compile here.
        [SignedIn],
        [
          get("/", this.index, { view: notesView }),
          post("/notes", this.create),
          post("/notes/:id/delete", this.delete),
        ],
      ),
    ])
  }

  async index(ctx: Context<"/", "user_id">) {
    return { notes: await this.#notes.list(ctx.get("user_id")), form: { input: {}, errors: {} } }
  }

  async create(ctx: Context<"/notes", "user_id">) {
    const userId = ctx.get("user_id")
    const form = await readForm(ctx, NoteForm)
    if (!form.ok) return render(notesView, { notes: await this.#notes.list(userId), form }, { status: 422 })
    const { title, text = "" } = form.value
    await this.#notes.insert({ title, text }, userId)
    // A redirect after what was sent, so that loading the page again does not send it again.
    flash(ctx, { kind: "success", text: "Saved." })
    return redirect("/")
  }

  async delete(ctx: Context<"/notes/:id/delete", "user_id">) {
    await this.#notes.delete(ctx.param("id"), ctx.get("user_id"))
    return redirect("/")
  }
}
