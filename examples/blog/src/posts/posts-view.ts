import { type Html, html, type Page, type View } from "trivet/web"
import type { Picture } from "../pictures/pictures.ts"
import { emblem } from "../site/emblem.ts"
import { layout } from "../site/layout.ts"
import { bylineView } from "./byline-view.ts"
import type { AuthoredPost } from "./post.ts"
import { excerptOf } from "./prose-view.ts"
import { titleOf } from "./title-of.ts"

declare module "trivet" {
  interface ContextValues {
    /** Where the next page of a list is. */
    next_page: string
  }
}

/** The page of a list of posts: the newest ones, or a later part of them. */
export const postsView: View<readonly AuthoredPost[]> = async (posts, page) => {
  const pictures = await page.get("pictures")?.of(posts.map(({ id }) => id))
  const isFirst = page.path === "/"
  return layout(
    { title: "Latest posts", description: "What people have written here, newest first." },
    page,
    html`<div class="head">
        <div>
          <h1>${isFirst ? "Latest posts" : "All posts"}</h1>
          <p class="lede">What people have written here, newest first.</p>
        </div>
      </div>
      ${posts.length === 0 ? emptyView(page) : listView(posts, pictures)} ${pagesView(page, isFirst)}`,
  )
}

function listView(posts: readonly AuthoredPost[], pictures: ReadonlyMap<string, Picture> | undefined): Html {
  return html`<ul class="posts">
    ${posts.map((post) => html`<li>${teaserView(post, pictures?.get(post.id))}</li>`)}
  </ul>`
}

function teaserView(post: AuthoredPost, picture: Picture | undefined): Html {
  return html`<article class="teaser ${picture && "pictured"}">
    ${picture && html`<img src="${picture.src}" alt="${picture.description}" loading="lazy" />`}
    <div>
      <h2><a href="/posts/${post.id}">${titleOf(post)}</a></h2>
      ${bylineView(post)}
      <p class="excerpt">${excerptOf(post.content)}</p>
    </div>
  </article>`
}

function emptyView(page: Page): Html {
  const [path, text] =
    page.get("visitor") === undefined ? ["/sign-up", "Sign up and write"] : ["/write", "Write the first one"]
  return html`<div class="empty">
    ${emblem}
    <h2>Nothing to read yet</h2>
    <p>Every blog begins with one post. It might be yours.</p>
    <a class="button main" href="${path}">${text}</a>
  </div>`
}

/** The list goes by place, not by number: there is a next page, and a way back to the newest. */
function pagesView(page: Page, isFirst: boolean): Html | undefined {
  const next = page.get("next_page")
  if (isFirst && next === undefined) return undefined
  return html`<nav class="pages" aria-label="Pages">
    ${!isFirst && html`<a class="button" href="/">Newest</a>`}
    ${next && html`<a class="button" href="${next}" rel="next">Older posts</a>`}
  </nav>`
}
