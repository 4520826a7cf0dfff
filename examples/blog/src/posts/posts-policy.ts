import { type NamedToken, token } from "trivet"
import type { AuthoredPost } from "./post.ts"

/** What the routes of posts allow and show. */
export interface PostsPolicy {
  /** Only a post's author may change or remove it. Otherwise any user may. */
  readonly ownPostsOnly: boolean
  /** Which fields of its author a post shows: all of them, or all but the e-mail address. */
  readonly authors: ShownAuthors
}

/** Which fields of its author a post shows. */
export type ShownAuthors = "whole" | "without-email"

/** The policy, for injection. Each application's posts module provides its own. */
export const PostsPolicy: NamedToken<PostsPolicy> = token<PostsPolicy>("PostsPolicy")

/** The API of the specification: any user may change any post, and authors are shown with their e-mail addresses. */
export const openPosts: PostsPolicy = { ownPostsOnly: false, authors: "whole" }

/** A site that strangers read and write: posts belong to their authors, and e-mail addresses stay private. */
export const ownPosts: PostsPolicy = { ownPostsOnly: true, authors: "without-email" }

/** A post as a policy shows it. */
export function shownPost(post: AuthoredPost, authors: ShownAuthors): AuthoredPost {
  if (authors === "whole") return post
  const { id, name, created_at } = post.author
  return { ...post, author: { id, name, created_at } }
}
