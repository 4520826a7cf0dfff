import type { Post, PostList } from "./posts.ts"

const names: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
const special = /[&<>"']/
const each = /[&<>"']/g

function escaped(text: string): string {
  return special.test(text) ? text.replace(each, (character) => names[character]!) : text
}

function item({ id, title, author, summary, comments, tags }: Post): string {
  let list = ""
  for (const tag of tags) list += `<li>${escaped(tag)}</li>`
  return `<li class="post"><h2><a href="/posts/${id}">${escaped(title)}</a></h2><p class="author">${escaped(author)}</p><p>${escaped(summary)}</p><p title="${escaped(title)}">${comments} comments</p><ul>${list}</ul></li>`
}

/** The page as concatenated strings, with manual escaping. */
export function byHand({ title, user, posts }: PostList): string {
  let list = ""
  for (const post of posts) list += item(post)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><link rel="stylesheet" href="/assets/style.css"></head><body><nav><a href="/">Home</a><span>${escaped(user)}</span></nav><main><h1>${escaped(title)}</h1><ol>${list}</ol></main></body></html>`
}
