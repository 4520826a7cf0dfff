import { TooManyRequests } from "@trivet/limit"
import {
  anyone,
  type Context,
  dto,
  events,
  get,
  group,
  inject,
  post,
  PublicError,
  routes,
  type ServerEvent,
} from "trivet"
import { type FormState, readForm, redirect, render } from "trivet/web"
import { postView } from "../posts/post-view.ts"
import { ShownPost } from "../posts/shown-post.ts"
import { plainLines } from "../site/plain-lines.ts"
import { SignedIn } from "../site/signed-in.ts"
import type { Comment } from "./comment.ts"
import { CommentForm } from "./comment-form.ts"
import { commentView } from "./comment-view.ts"
import { Comments } from "./comments.ts"
import { earlierView } from "./earlier-view.ts"

const labels = { comment: "Your comment" }
const path = "/posts/:id/comments"
const list = {
  path,
  accepts: { query: dto({ before: "integer,min=1,max=2147483647" }) },
  view: earlierView,
} as const
const live = {
  path: `${path}/live`,
  accepts: { query: dto({ after: "integer,min=0,max=2147483647,default=0" }) },
} as const

/** Takes comments on posts, lists the earlier ones, and sends new ones to the pages that are open. */
export class CommentsController {
  readonly #comments = inject(Comments)

  routes() {
    return routes([
      group("", [anyone, ShownPost], [get(list.path, this.list, list), get(live.path, this.live, live)]),
      group("", [SignedIn, ShownPost], [post(path, this.add)]),
    ])
  }

  async list(ctx: Context<typeof list, "post">) {
    const shown = ctx.get("post")
    const { before } = ctx.input("query")
    // The last ones are on the page of the post. Who had to sign in before commenting comes back to here.
    if (before === undefined) return redirect(`/posts/${shown.id}#comments`)
    return { post: shown, comments: await this.#comments.before(shown.id, before) }
  }

  async live(ctx: Context<typeof live, "post">) {
    const after = numberOf(ctx.header("last-event-id")) ?? ctx.input("query").after
    return events(rendered(await this.#comments.after(ctx.get("post").id, after, ctx)))
  }

  async add(ctx: Context<typeof path, "post" | "user_id">) {
    const form = await readForm(ctx, CommentForm, { labels })
    if (!form.ok) return this.#refuse(ctx, form, 422)
    const { id } = ctx.get("post")
    const text = plainLines(form.value.comment).trim()
    if (text === "")
      return this.#refuse(ctx, { input: {}, errors: { comment: "Your comment is required" } }, 422)
    try {
      const comment = await this.#comments.add(id, ctx.get("visitor")!, text)
      if (comment === undefined) throw new PublicError(404, "Post not found")
      return redirect(`/posts/${id}#comment-${comment.number}`)
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      ctx.response().setHeader("retry-after", String(error.retryAfter))
      const minutes = Math.ceil(error.retryAfter / 60)
      const errors = { "": `You have sent many comments. Send this one in ${minutes} min.` }
      return this.#refuse(ctx, { input: form.input, errors }, 429)
    }
  }

  #refuse(ctx: Context<string, "post">, form: FormState<typeof CommentForm>, status: 422 | 429) {
    ctx.set("comment_form", form)
    return render(postView, ctx.get("post"), { status })
  }
}

/** The comments as the page shows them: one template, and a user's text is escaped in one place. */
async function* rendered(comments: AsyncIterable<Comment>): AsyncGenerator<ServerEvent<string>> {
  for await (const comment of comments)
    yield { event: "comment", id: String(comment.number), data: String(commentView(comment)) }
}

/** A number that we gave out as the id of an event. */
function numberOf(id: string): number | undefined {
  return /^\d{1,9}$/.test(id) ? Number(id) : undefined
}
