import { contract, dto, list, resource } from "trivet"
import { AuthoredPost, AuthoredPosts, Post } from "./post.ts"

/** What creates a post. */
export const CreatePostDTO = dto({ title: "required,line,max=300", content: "required,max=100000" })

/** What takes the place of a post's title, content and state. What it leaves out becomes empty, or false. */
export const UpdatePostDTO = dto({ title: "line,max=300", content: "max=100000", published: "boolean" })

// Texts, because an odd limit is brought into its bounds and not refused.
const PageQuery = dto({ limit: "", cursor: "" })
const Refusal = dto({ error: "required" })
const page = "At most `limit` (1 to 100) posts, newest first; the next page is in the `Link` header."

/** The five routes of a collection, and the caller's own posts beside them. */
export const Posts = contract({
  ...resource("posts", {
    index: {
      accepts: { query: PageQuery },
      returns: { 200: AuthoredPosts, 304: null, 400: Refusal },
      summary: "Published posts",
      about: { description: page },
    },
    show: {
      returns: { 200: AuthoredPost, 304: null, 404: Refusal },
      summary: "A post, published or not",
    },
    create: {
      accepts: { body: CreatePostDTO },
      returns: { 201: Post },
      summary: "Write a post; it is not published yet",
    },
    update: {
      accepts: { body: UpdatePostDTO },
      returns: { 200: Post, 500: Refusal },
      summary: "Replace a post, publish it or take it back",
    },
    delete: { returns: { 204: null }, summary: "Remove a post" },
  }),
  mine: {
    method: "GET",
    path: "/my-posts",
    accepts: { query: PageQuery },
    returns: { 200: list(Post), 400: Refusal },
    summary: "The caller's own posts, published or not",
    about: { description: page },
  },
})
