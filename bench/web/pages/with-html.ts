import { html, type Html } from "trivet/web"
import type { Post, PostList } from "./posts.ts"

const layout = ({ title, user }: PostList, content: Html) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/assets/style.css"></head><body><nav><a href="/">Home</a><span>${user}</span></nav><main><h1>${title}</h1>${content}</main></body></html>`

const item = (post: Post) =>
  html`<li class="post"><h2><a href="/posts/${post.id}">${post.title}</a></h2><p class="author">${post.author}</p><p>${post.summary}</p><p title="${post.title}">${post.comments} comments</p><ul>${post.tags.map((tag) => html`<li>${tag}</li>`)}</ul></li>`

/** The page with `html`. */
export function withHtml(list: PostList): string {
  return layout(list, html`<ol>${list.posts.map(item)}</ol>`).toString()
}
