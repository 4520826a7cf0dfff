import { type Html, html, type View } from "trivet/web"
import { commentsView } from "../comments/comments-view.ts"
import { initialView } from "../site/initial-view.ts"
import { layout } from "../site/layout.ts"
import { bylineView } from "./byline-view.ts"
import type { AuthoredPost } from "./post.ts"
import { excerptOf, proseView } from "./prose-view.ts"
import { publishView } from "./publish-view.ts"
import { titleOf } from "./title-of.ts"

/** The page of one post. A draft is also shown to everyone who has its address, as on the API. */
export const postView: View<AuthoredPost> = async (post, page) => {
  const picture = (await page.get("pictures")?.of([post.id]))?.get(post.id)
  const title = titleOf(post)
  return layout(
    { title, description: excerptOf(post.content, 150), hidden: !post.published },
    page,
    html`<article class="post">
      ${!post.published && html`<p class="notice"><strong>Draft.</strong> It is in no list, but whoever has its address can read it.</p>`}
      <header>
        <h1>${title}</h1>
        <div class="byline">
          ${initialView(post.author.name)} ${bylineView(post)}
        </div>
      </header>
      ${picture && html`<figure><img src="${picture.src}" alt="${picture.description}" /></figure>`}
      ${proseView(post.content)} ${page.get("visitor")?.id === post.author_id && toolsView(post)}
      </article>
      ${await commentsView(post.id, page)}`,
  )
}

function toolsView(post: AuthoredPost): Html {
  return html`<section class="tools" aria-labelledby="tools">
    <h2 id="tools">This post is yours</h2>
    <div class="row">
      <a class="button small" href="/posts/${post.id}/edit">Edit</a>
      <a class="button small" href="/posts/${post.id}/picture">Picture</a>
      ${publishView(post, "main")}
      <a class="button small danger" href="/posts/${post.id}/delete">Delete…</a>
    </div>
  </section>`
}
