import { type FormState, type Html, html, type Page } from "trivet/web"
import { fieldView, troubleView } from "../site/field-view.ts"
import { signInPath } from "../site/return-path.ts"
import type { CommentForm } from "./comment-form.ts"
import { commentView } from "./comment-view.ts"

declare module "trivet" {
  interface ContextValues {
    /** What was typed to comment on a post, and what is wrong with it. */
    comment_form: FormState<typeof CommentForm>
  }
}

/** The last comments on a post, and the form to write one; nothing where there are no comments, as on the API. */
export async function commentsView(postId: string, page: Page): Promise<Html | undefined> {
  const comments = await page.get("comments")?.before(postId)
  if (comments === undefined) return undefined
  const first = comments[0]?.number ?? 1
  return html`<section class="comments" id="comments" aria-labelledby="comments-title">
    <h2 id="comments-title">Comments</h2>
    ${first > 1 && html`<p><a class="button small" href="/posts/${postId}/comments?before=${first}">Earlier comments</a></p>`}
    <ol aria-live="polite" data-live="/posts/${postId}/comments/live" data-last="${comments.at(-1)?.number ?? 0}">
      ${comments.map(commentView)}
    </ol>
    <p class="none">Nobody has said anything yet.</p>
    ${page.get("visitor") === undefined ? invitationView(postId) : formView(postId, page.get("comment_form"))}
    <script type="module" src="/assets/comments.js"></script>
  </section>`
}

function formView(
  postId: string,
  { input, errors }: FormState<typeof CommentForm> = { input: {}, errors: {} },
): Html {
  return html`<form method="post" action="/posts/${postId}/comments#comments" novalidate>
    ${troubleView(errors)}
    ${fieldView({
      name: "comment",
      label: "Your comment",
      type: "lines",
      rows: 4,
      value: input.comment,
      error: errors.comment,
    })}
    <p class="row"><button class="button main">Comment</button></p>
  </form>`
}

function invitationView(postId: string): Html {
  return html`<p class="aside"><a href="${signInPath(`/posts/${postId}/comments`)}">Sign in</a> to comment.</p>`
}
