import { html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"
import type { Post } from "./post.ts"

/** The page that asks before a post goes. */
export const deleteView: View<Post> = ({ id, title }, page) =>
  layout(
    { title: "Delete a post", hidden: true },
    page,
    html`<div class="sheet">
      <h1>Delete this post?</h1>
      <p class="lede">“${title === "" ? "Untitled" : title}” and its picture will be gone for good.</p>
      <form method="post" action="/posts/${id}/delete" class="row">
        <button class="button danger">Delete it</button>
        <a class="button" href="/posts/${id}">Keep it</a>
      </form>
    </div>`,
  )
