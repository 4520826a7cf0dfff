/** A row of the two queries: a post, and its author's columns. */
export interface AuthoredRow {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly author_id: string
  readonly published: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly author_email: string
  readonly author_name: string
  readonly author_since: Date
}

/** How many connections each server may have. */
export const poolSize = 10

const authored = `select posts.id, posts.title, posts.content, posts.author_id, posts.published, posts.created_at,
  posts.updated_at, users.email as author_email, users.name as author_name, users.created_at as author_since
  from posts inner join users on users.id = posts.author_id`

/** A post with its author, as the blog asks for it. PostgreSQL keeps it under the name. */
export const postById = { name: "post-by-id", text: `${authored} where posts.id = $1` } as const

/** The first page of the public list and one more, as the blog asks for it. */
export const publishedBefore = {
  name: "published-before",
  text: `${authored} where posts.published and posts.id < $1 order by posts.id desc limit 101`,
} as const

/** Greater than every id. */
export const greatestId = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** What the first page's last post leads on to. */
export function linkAfter(last: string): string {
  return `</posts?limit=100&cursor=${last}>; rel="next"`
}

/** A row as the wire has it. */
export function toPost(row: AuthoredRow) {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    author_id: row.author_id,
    author: {
      id: row.author_id,
      email: row.author_email,
      name: row.author_name,
      created_at: row.author_since.toISOString(),
    },
    published: row.published,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
