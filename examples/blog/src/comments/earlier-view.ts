import { html, type View } from "trivet/web"
import type { Post } from "../posts/post.ts"
import { titleOf } from "../posts/title-of.ts"
import { layout } from "../site/layout.ts"
import type { Comment } from "./comment.ts"
import { commentView } from "./comment-view.ts"

/** Some comments of a post that are too many for its own page. */
export interface EarlierComments {
  readonly post: Post
  readonly comments: readonly Comment[]
}

/** The page of a post's earlier comments. */
export const earlierView: View<EarlierComments> = ({ post, comments }, page) => {
  const first = comments[0]?.number ?? 1
  return layout(
    { title: `Comments on ${titleOf(post)}`, hidden: true },
    page,
    html`<div class="head">
        <div>
          <h1>Earlier comments</h1>
          <p class="lede">On <a href="/posts/${post.id}">${titleOf(post)}</a></p>
        </div>
      </div>
      <div class="comments">
        <ol>
          ${comments.map(commentView)}
        </ol>
        <p class="none">There are none.</p>
      </div>
      <nav class="pages" aria-label="Pages">
        <a class="button" href="/posts/${post.id}#comments">Latest comments</a>
        ${first > 1 && html`<a class="button" href="/posts/${post.id}/comments?before=${first}" rel="next">Earlier comments</a>`}
      </nav>`,
  )
}
