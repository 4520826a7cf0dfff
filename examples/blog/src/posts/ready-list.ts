import { hash } from "node:crypto"
import { type Page, pathTo } from "./page.ts"
import type { AuthoredPost } from "./post.ts"
import { shownPost, type ShownAuthors } from "./posts-policy.ts"

/** A page of the public list, ready to be sent. */
export interface ReadyList {
  readonly body: string
  readonly tag: string
  /** Where the next page is, if there is one. */
  readonly next?: string
}

/** Makes a page ready to be sent. */
export function readyList(
  { items, next }: Page<AuthoredPost>,
  limit: number,
  authors: ShownAuthors,
): ReadyList {
  return {
    body: JSON.stringify(items.map((post) => shownPost(post, authors))),
    tag: `"${hash("sha1", items.map(versionOf).join("\n"), "base64url")}"`,
    ...(next !== undefined && { next: pathTo("/posts", limit, next) }),
  }
}

// Later after each update, so it stands for all that the post holds; and a user never changes.
function versionOf({ id, updated_at }: AuthoredPost): string {
  return `${id} ${updated_at}`
}
