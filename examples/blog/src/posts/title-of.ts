import type { Post } from "./post.ts"

/** What pages call a post: an update that left its title out has made that empty. */
export function titleOf({ title }: Pick<Post, "title">): string {
  return title === "" ? "Untitled" : title
}
