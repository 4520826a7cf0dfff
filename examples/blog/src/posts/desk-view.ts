import { type Html, html, type View } from "trivet/web"
import { emblem } from "../site/emblem.ts"
import { layout } from "../site/layout.ts"
import { timeView } from "../site/time-view.ts"
import type { Post } from "./post.ts"
import { publishView } from "./publish-view.ts"
import { titleOf } from "./title-of.ts"

/** The page of a writer's own posts, published or not. */
export const deskView: View<readonly Post[]> = (posts, page) => {
  const next = page.get("next_page")
  return layout(
    { title: "Your posts", hidden: true },
    page,
    html`<div class="head"><h1>Your posts</h1></div>
      ${posts.length === 0 ? emptyView() : html`<ul class="posts desk">${posts.map(rowView)}</ul>`}
      ${next && html`<nav class="pages" aria-label="Pages"><a class="button" href="${next}" rel="next">Older posts</a></nav>`}`,
  )
}

function rowView(post: Post): Html {
  return html`<li>
    <div>
      <h2><a href="/posts/${post.id}">${titleOf(post)}</a></h2>
      <p class="meta">
        <span class="state ${post.published && "public"}">${post.published ? "Published" : "Draft"}</span>
        <span>Changed ${timeView(post.updated_at)}</span>
      </p>
    </div>
    <div class="row">
      <a class="button small" href="/posts/${post.id}/edit">Edit<span class="unseen"> ${titleOf(post)}</span></a>
      ${publishView(post)}
    </div>
  </li>`
}

function emptyView(): Html {
  return html`<div class="empty">
    ${emblem}
    <h2>Your desk is clear</h2>
    <p>What you write is a draft until you publish it.</p>
    <a class="button main" href="/write">Write your first post</a>
  </div>`
}
