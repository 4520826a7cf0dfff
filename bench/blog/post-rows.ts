/** A row of both queries: a post, and its author's columns. */
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

/** A row of the list: the contents of the rows before it have this many bytes. */
export interface ListedRow extends AuthoredRow {
  readonly bytes_before: number
}

/** How many connections each server may have. */
export const poolSize = 10

const pageLength = 100
const mostBytes = 1_000_000

const columns = `"posts"."id", "posts"."title", "posts"."content", "posts"."author_id", "posts"."published", "posts"."created_at", "posts"."updated_at", "users"."email" as "author_email", "users"."name" as "author_name", "users"."created_at" as "author_since"`
const authored = `from "posts" inner join "users" on "users"."id" = "posts"."author_id"`

/** A post with its author. The texts are those that the blog sends, to the letter: `main.ts` compares them. */
export const postById = {
  name: "post-by-id",
  text: `select ${columns} ${authored} where "posts"."id" = $1`,
} as const

const bytesUpTo = (preceding: number) => `coalesce(sum(octet_length(posts.content)) over (
    order by posts.id desc rows between unbounded preceding and ${preceding} preceding), 0)::int`

/** The first page of the public list and one more. A page ends when its contents reach `mostBytes`. */
export const publishedBefore = {
  name: "published-before",
  text: `select * from (select ${columns}, ${bytesUpTo(1)} as "bytes_before", ${bytesUpTo(2)} as "bytes_earlier" ${authored} where posts.published and "posts"."id" < $1 order by "posts"."id" desc limit 101) as "page" where "bytes_earlier" < ${mostBytes}`,
} as const

/** Greater than every id. */
export const greatestId = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** What the first page's last post leads on to. */
export function linkAfter(last: string): string {
  return `</posts?limit=100&cursor=${last}>; rel="next"`
}

/** The rows of the first page. */
export function cutPage(rows: readonly ListedRow[]): readonly ListedRow[] {
  return rows.filter(({ bytes_before }, at) => at < pageLength && bytes_before < mostBytes)
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
