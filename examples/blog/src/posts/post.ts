import { dto, findJsonSchema, type OutputOf, type SchemaResult, type StandardSchema } from "trivet"

/** A post as clients see it. Its title and content may be empty after an update that left them out. */
export const Post = dto({
  id: "required",
  title: "",
  content: "max=100000",
  author_id: "required",
  published: "required,boolean",
  created_at: "required",
  updated_at: "required",
})

/** A post as clients see it. */
export type Post = Required<OutputOf<typeof Post>>

// The API shows the e-mail address, the site does not.
const Author = dto({ id: "required", email: "", name: "required", created_at: "required" })

/** A post with its author, as lists and the post's own page have it. */
export type AuthoredPost = Post & { readonly author: OutputOf<typeof Author> }

/** A post with its author. `dto()` is for flat records, so this joins two of them. */
export const AuthoredPost: StandardSchema<AuthoredPost, AuthoredPost> = {
  "~standard": {
    version: 1,
    vendor: "blog",
    validate: (value) => {
      const post = Post["~standard"].validate(value) as SchemaResult<Post>
      if (post.issues !== undefined) return post
      const author = Author["~standard"].validate((value as AuthoredPost).author) as SchemaResult<
        AuthoredPost["author"]
      >
      if (author.issues === undefined) return { value: { ...post.value, author: author.value } }
      return { issues: author.issues.map((issue) => ({ ...issue, path: ["author", ...(issue.path ?? [])] })) }
    },
    jsonSchema: { input: authoredSchema, output: authoredSchema },
  },
}

/** A list of posts with their authors. */
export const AuthoredPosts: StandardSchema<AuthoredPost[], AuthoredPost[]> = {
  "~standard": {
    version: 1,
    vendor: "blog",
    validate: (value) => {
      const posts = (value as unknown[]).map((one) => AuthoredPost["~standard"].validate(one))
      return (posts as SchemaResult<AuthoredPost>[]).find(({ issues }) => issues) === undefined
        ? { value: value as AuthoredPost[] }
        : { issues: [{ message: "must be posts with their authors" }] }
    },
    jsonSchema: {
      input: () => ({ type: "array", items: authoredSchema() }),
      output: () => ({ type: "array", items: authoredSchema() }),
    },
  },
}

function authoredSchema(): Record<string, unknown> {
  const post = findJsonSchema(Post, "input") as { properties: object; required: readonly string[] }
  const author = findJsonSchema(Author, "input")
  return { ...post, properties: { ...post.properties, author }, required: [...post.required, "author"] }
}
