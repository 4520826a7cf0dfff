import { anyone, type Context, dto, get, group, inject, post, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { plainLines } from "../site/plain-lines.ts"
import { SignedIn } from "../site/signed-in.ts"
import { AuthorOnly } from "./author-only.ts"
import { deleteView } from "./delete-view.ts"
import { deskView } from "./desk-view.ts"
import { parsePage, pathTo } from "./page.ts"
import { ownPosts, shownPost } from "./posts-policy.ts"
import { PostsRemoval } from "./posts-removal.ts"
import { PostsService } from "./posts-service.ts"
import { postsView } from "./posts-view.ts"
import { titleOf } from "./title-of.ts"
import { WritingForm } from "./writing-form.ts"
import { writingView } from "./writing-view.ts"

const desk = { path: "/desk", accepts: { query: dto({ cursor: "" }) }, view: deskView } as const
const pageLength = "10"

/** The site's pages about posts that the API has no need of: the newest ones, and all that a writer does. */
export class WritingController {
  readonly #posts = inject(PostsService)
  readonly #removal = inject(PostsRemoval)

  routes() {
    return routes([
      get("/", this.home, { view: postsView, middlewares: [anyone] }),
      group(
        "",
        [SignedIn],
        [
          get(desk.path, this.desk, desk),
          get("/write", this.blank, { view: writingView }),
          post("/write", this.create),
          group(
            "/posts/:id",
            [AuthorOnly],
            [
              get("/edit", this.edit, { view: writingView }),
              post("/edit", this.save),
              post("/publish", this.publish),
              post("/unpublish", this.unpublish),
              get("/delete", this.ask, { view: deleteView }),
              post("/delete", this.delete),
            ],
          ),
        ],
      ),
    ])
  }

  async home(ctx: Context) {
    const page = parsePage({ limit: pageLength })
    const { items, next } = await this.#posts.readPublished(page)
    if (next !== undefined) ctx.set("next_page", pathTo("/posts", page.limit, next))
    // Also for pages: a client that asks for JSON gets this data.
    return items.map((one) => shownPost(one, ownPosts.authors))
  }

  async desk(ctx: Context<typeof desk, "user_id">) {
    const page = parsePage({ limit: pageLength, ...ctx.input("query") })
    const { items, next } = await this.#posts.listOfAuthor(ctx.get("user_id"), page)
    if (next !== undefined) ctx.set("next_page", pathTo("/desk", page.limit, next))
    return items
  }

  blank() {
    return { form: { input: {}, errors: {} } }
  }

  async create(ctx: Context<string, "user_id">) {
    const form = await readForm(ctx, WritingForm)
    if (!form.ok) return render(writingView, { form }, { status: 422 })
    const { title, content, intent } = form.value
    if (intent === "preview") return render(writingView, { form, isPreview: true })
    const { id } = await this.#posts.create(title, plainLines(content), ctx.get("user_id"))
    if (intent === "publish") await this.#posts.publish(id)
    return this.#saved(ctx, id, intent === "publish" ? "Published." : "Saved as a draft.")
  }

  edit(ctx: Context<"/posts/:id", "post">) {
    const { title, content, id, published } = ctx.get("post")
    return { form: { input: { title, content }, errors: {} }, post: { id, published } }
  }

  async save(ctx: Context<"/posts/:id", "post">) {
    const before = ctx.get("post")
    const form = await readForm(ctx, WritingForm)
    const shown = { form, post: before }
    if (!form.ok) return render(writingView, shown, { status: 422 })
    const { title, content, intent } = form.value
    if (intent === "preview") return render(writingView, { ...shown, isPreview: true })
    const published = before.published || intent === "publish"
    await this.#posts.update(before.id, { title, content: plainLines(content), published })
    return this.#saved(ctx, before.id, published && !before.published ? "Published." : "Saved.")
  }

  async publish(ctx: Context<"/posts/:id", "post">) {
    const { id } = ctx.get("post")
    await this.#posts.publish(id)
    return this.#saved(ctx, id, "Published. Everybody can read it now.")
  }

  async unpublish(ctx: Context<"/posts/:id", "post">) {
    const { id } = ctx.get("post")
    await this.#posts.unpublish(id)
    return this.#saved(ctx, id, "Taken back. It is a draft again.")
  }

  ask(ctx: Context<"/posts/:id", "post">) {
    return ctx.get("post")
  }

  async delete(ctx: Context<"/posts/:id", "post">) {
    const found = ctx.get("post")
    await this.#removal.delete(found.id)
    flash(ctx, { kind: "success", text: `“${titleOf(found)}” is deleted.` })
    return redirect("/desk")
  }

  #saved(ctx: Context, id: string, text: string) {
    flash(ctx, { kind: "success", text })
    return redirect(`/posts/${id}`)
  }
}
