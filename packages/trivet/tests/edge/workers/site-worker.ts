import { type Context, createApp, dto, get, module, post, routes } from "trivet"
import { toFetch } from "trivet/fetch"
import { flash, html, readForm, redirect, render, type FormState, type View, web } from "trivet/web"

interface Env {
  /** "yes" to see what a developer sees. */
  readonly DEVELOPMENT?: string
}

const NoteDTO = dto({ title: "required,min=3" })

const noteView: View<FormState<typeof NoteDTO>> = ({ input, errors }, { flash: messages, nonce }) =>
  html`<!doctype html>
    <title>Notes</title>
    <script nonce="${nonce}"></script>
    ${messages.map(({ text }) => html`<p class="flash">${text}</p>`)}
    <form method="post"><input name="title" value="${input.title}" />${errors.title}</form>`

class SiteController {
  routes() {
    return routes([
      get("/notes", this.show, { view: noteView }),
      post("/notes", this.create),
      get("/broken", () => {
        throw new Error("the secret of the site")
      }),
    ])
  }
  show(): FormState<typeof NoteDTO> {
    return { input: {}, errors: {} }
  }
  async create(ctx: Context) {
    const form = await readForm(ctx, NoteDTO)
    if (!form.ok) return render(noteView, form, { status: 422 })
    flash(ctx, { kind: "success", text: `Saved: ${form.value.title}` })
    return redirect("/notes")
  }
}

const Site = module({ name: "site", declarations: [SiteController] })

export default {
  fetch: toFetch((env: Env) =>
    createApp(Site, { platform: web(), ...(env.DEVELOPMENT === "yes" && { production: false }) }),
  ),
}
