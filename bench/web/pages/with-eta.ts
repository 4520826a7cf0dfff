import { Eta } from "eta"
import type { PostList } from "./posts.ts"

const eta = new Eta({ autoEscape: true, autoTrim: false, cache: true })
eta.loadTemplate(
  "@layout",
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title><%= it.title %></title><link rel="stylesheet" href="/assets/style.css"></head><body><nav><a href="/">Home</a><span><%= it.user %></span></nav><main><h1><%= it.title %></h1><%~ it.body %></main></body></html>',
)
eta.loadTemplate(
  "@item",
  '<li class="post"><h2><a href="/posts/<%= it.id %>"><%= it.title %></a></h2><p class="author"><%= it.author %></p><p><%= it.summary %></p><p title="<%= it.title %>"><%= it.comments %> comments</p><ul><% for (const tag of it.tags) { %><li><%= tag %></li><% } %></ul></li>',
)
eta.loadTemplate(
  "@list",
  '<% layout("@layout", it) %><ol><% for (const post of it.posts) { %><%~ include("@item", post) %><% } %></ol>',
)

/** The page with Eta: templates compiled before, layout and partial as its own. */
export function withEta(list: PostList): string {
  return eta.render("@list", list)
}
