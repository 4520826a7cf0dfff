import { type Html, html } from "trivet/web"
import { timeView } from "../site/time-view.ts"
import type { AuthoredPost } from "./post.ts"
import { minutesOf } from "./prose-view.ts"

/** Who wrote a post, when, and how long it takes to read. */
export function bylineView({ author, created_at, content }: AuthoredPost): Html {
  return html`<p class="meta">
    <strong>${author.name}</strong>
    ${timeView(created_at)}
    <span>${minutesOf(content)} min read</span>
  </p>`
}
