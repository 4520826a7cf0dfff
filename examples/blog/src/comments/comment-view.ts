import { type Html, html } from "trivet/web"
import { initialView } from "../site/initial-view.ts"
import { momentView } from "../site/time-view.ts"
import type { Comment } from "./comment.ts"

/** One comment in its list: on the page, and on its way to pages that are open. */
export function commentView({ number, author, text, created_at }: Comment): Html {
  return html`<li id="comment-${number}">
    ${initialView(author)}
    <div>
      <p class="meta"><strong>${author}</strong> <a href="#comment-${number}">${momentView(created_at)}</a></p>
      <p class="said">${text}</p>
    </div>
  </li>`
}
