import { tagOf } from "../http/ready-reply.ts"
import { linkTo, type Page } from "./page.ts"
import type { AuthoredPost } from "./post.ts"

/** A page of the public list, ready to be sent. */
export interface ReadyList {
  readonly body: string
  readonly tag: string
  readonly link?: string
}

/** Makes a page ready to be sent. */
export function readyList({ items, next }: Page<AuthoredPost>, limit: number): ReadyList {
  return {
    body: JSON.stringify(items),
    tag: tagOf(items.map(versionOf).join("\n")),
    ...(next !== undefined && { link: linkTo("/posts", limit, next) }),
  }
}

/** Says all that a post and its author are: `updated_at` is later after each update, so it stands for the texts. */
function versionOf({ id, updated_at, author }: AuthoredPost): string {
  return `${id} ${updated_at} ${author.email} ${author.name}`
}
