import { dto, list, type OutputOf } from "trivet"

const fields = {
  id: "required",
  title: "",
  content: "max=100000",
  author_id: "required",
  published: "required,boolean",
  created_at: "required",
  updated_at: "required",
} as const

/** A post as clients see it. Its title and content may be empty after an update that left them out. */
export const Post = dto(fields)

/** A post as clients see it. */
export type Post = Required<OutputOf<typeof Post>>

// The API shows the e-mail address, the site does not.
const Author = dto({ id: "required", email: "", name: "required", created_at: "required" })

/** A post with its author, as lists and the post's own page have it. */
export const AuthoredPost = dto({ ...fields, author: Author })

/** A post with its author. */
export type AuthoredPost = Required<OutputOf<typeof AuthoredPost>>

/** A list of posts with their authors. */
export const AuthoredPosts = list(AuthoredPost)
