import { anyone, type Context, get, group, inject, post, type Route, routes } from "trivet"
import { staticFiles } from "trivet/node"
import { flash, type FormState, readForm, redirect, render } from "trivet/web"
import { AuthorOnly } from "../posts/author-only.ts"
import { SignedIn } from "../site/signed-in.ts"
import { PictureForm } from "./picture-form.ts"
import { pictureView, type PictureEditing } from "./picture-view.ts"
import { Pictures, picturesPath } from "./pictures.ts"
import { Uploads } from "./uploads.ts"

/** Takes a post's picture from its author, and serves all of them. */
export class PicturesController {
  readonly #pictures = inject(Pictures)
  readonly #uploads = inject(Uploads)
  #files: Route | undefined

  routes() {
    return routes([
      group(
        "/posts/:id/picture",
        [SignedIn, AuthorOnly],
        [get("", this.edit, { view: pictureView }), post("", this.put), post("/remove", this.remove)],
      ),
      get(`${picturesPath}/*`, this.show, { about: { hidden: true }, middlewares: [anyone] }),
    ])
  }

  /** The folder is there when the application starts, and not yet while it is put together. */
  async onStart(): Promise<void> {
    await this.#uploads.open()
    // The content of a name never changes. If a picture's URL is opened directly, it is downloaded and not shown as a
    // page.
    this.#files = staticFiles(picturesPath, this.#uploads.folder, { immutable: /./, attachment: true })
  }

  show(ctx: Context<"/pictures/*">) {
    return this.#files?.handler?.(ctx as never)
  }

  edit(ctx: Context<"/posts/:id", "post">): Promise<PictureEditing> {
    return this.#editing(ctx, { input: {}, errors: {} })
  }

  async put(ctx: Context<"/posts/:id", "post">) {
    const form = await readForm(ctx, PictureForm)
    const editing = await this.#editing(ctx, form)
    if (!form.ok) return render(pictureView, editing, { status: 422 })
    const { picture, description = "" } = form.value
    await this.#pictures.put(editing.post.id, picture, description)
    flash(ctx, { kind: "success", text: "The picture is in its place." })
    return redirect(`/posts/${editing.post.id}`)
  }

  async remove(ctx: Context<"/posts/:id", "user_id">) {
    await this.#pictures.remove(ctx.param("id"))
    flash(ctx, { kind: "success", text: "The picture is gone." })
    return redirect(`/posts/${ctx.param("id")}`)
  }

  async #editing(
    ctx: Context<"/posts/:id", "post">,
    form: FormState<typeof PictureForm>,
  ): Promise<PictureEditing> {
    const found = ctx.get("post")
    return { post: found, form, picture: (await this.#pictures.of([found.id])).get(found.id) }
  }
}
