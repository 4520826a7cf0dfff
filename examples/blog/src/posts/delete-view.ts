import { html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"
import type { Post } from "./post.ts"
import { titleOf } from "./title-of.ts"

/** The page that asks before a post goes. */
export const deleteView: View<Post> = (post, page) =>
  layout(
    { title: "Delete a post", hidden: true },
    page,
    html`<div class="sheet">
      <h1>Delete this post?</h1>
      <p class="lede">“${titleOf(post)}” and its picture will be gone for good.</p>
      <form method="post" action="/posts/${post.id}/delete" class="row">
        <button class="button danger">Delete it</button>
        <a class="button" href="/posts/${post.id}">Keep it</a>
      </form>
    </div>`,
  )
