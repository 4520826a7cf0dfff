import { type Html, html } from "trivet/web"
import type { Post } from "./post.ts"

/** The button that publishes a post, or takes it back. */
export function publishView({ id, published }: Post, look?: "main"): Html {
  return published
    ? html`<form method="post" action="/posts/${id}/unpublish"><button class="button small">Unpublish</button></form>`
    : html`<form method="post" action="/posts/${id}/publish">
        <button class="button small ${look}">Publish</button>
      </form>`
}
