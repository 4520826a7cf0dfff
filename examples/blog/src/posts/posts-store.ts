import { isForeignKeyViolation, type PreparedQuery } from "@trivet/postgres"
import { type RawBuilder, type SqlBool, sql } from "kysely"
import { inject } from "trivet"
import { Db } from "../database/db.ts"
import { asStore } from "../database/store-failure.ts"
import { cutPage, type ListedRow, mostBytes, type Page, type PageRequest } from "./page.ts"
import type { AuthoredPost, Post } from "./post.ts"

/** A post to be stored. */
export interface NewPost {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly author_id: string
  readonly created_at: Date
}

/** What takes the place of a post's present values. */
export interface PostChange {
  readonly title: string
  readonly content: string
  readonly published: boolean
}

interface StoredPost extends Omit<Post, "created_at" | "updated_at"> {
  readonly created_at: Date
  readonly updated_at: Date
}

interface StoredAuthoredPost extends StoredPost {
  readonly author_email: string
  readonly author_name: string
  readonly author_since: Date
}

const columns = [
  "posts.id",
  "posts.title",
  "posts.content",
  "posts.author_id",
  "posts.published",
  "posts.created_at",
  "posts.updated_at",
] as const

const authorColumns = [
  "users.email as author_email",
  "users.name as author_name",
  "users.created_at as author_since",
] as const

/** Posts in PostgreSQL. Lists are read by key, so that the last page takes as little work as the first. */
export class PostsStore {
  readonly #db = inject(Db)
  readonly #byId = this.#db.prepare((db, id: string) =>
    db
      .selectFrom("posts")
      .innerJoin("users", "users.id", "posts.author_id")
      .select([...columns, ...authorColumns])
      .where("posts.id", "=", id),
  )
  readonly #insert = this.#db.prepare(
    (db, id: string, title: string, content: string, author_id: string, at: Date) =>
      db
        .insertInto("posts")
        .values({ id, title, content, author_id, created_at: at, updated_at: at })
        .returning(columns),
  )
  readonly #update = this.#db.prepare((db, id: string, title: string, content: string, published: boolean) =>
    db
      .updateTable("posts")
      // Later than before, also when a clock was set back or two updates fall into one millisecond.
      .set({ title, content, published, updated_at: afterwards })
      .where("id", "=", id)
      .returning(columns),
  )
  readonly #setPublished = this.#db.prepare((db, id: string, published: boolean) =>
    db
      .updateTable("posts")
      .set({ published, updated_at: afterwards })
      .where("id", "=", id)
      .returning(columns),
  )
  readonly #published = new Map<number, PreparedQuery<[string], StoredAuthoredPost & ListedRow>>()
  readonly #ofAuthor = new Map<number, PreparedQuery<[string, string], StoredPost & ListedRow>>()

  /** Stores a post. */
  async insert({ id, title, content, author_id, created_at }: NewPost): Promise<Post> {
    const query = this.#insert.first(id, title, content, author_id, created_at)
    return postOf((await asStore("posts", query, tellMissingAuthor))!)
  }

  /** Replaces a post's values. */
  async update(id: string, { title, content, published }: PostChange): Promise<Post | undefined> {
    const row = await asStore("posts", this.#update.first(id, title, content, published))
    return row && postOf(row)
  }

  /** Publishes a post as it is, or takes it back. */
  async setPublished(id: string, published: boolean): Promise<Post | undefined> {
    const row = await asStore("posts", this.#setPublished.first(id, published))
    return row && postOf(row)
  }

  /** A post with its author. */
  find(id: string): Promise<AuthoredPost | undefined> {
    return asStore(
      "posts",
      this.#byId.first(id).then((row) => row && authoredPostOf(row)),
    )
  }

  /** A page of the published posts, with their authors. */
  async listPublished({ limit, before }: PageRequest): Promise<Page<AuthoredPost>> {
    const rows = await asStore("posts", this.#publishedUpTo(limit).all(before))
    return cutPage(rows, limit, authoredPostOf)
  }

  /** A page of one author's posts. */
  async listOfAuthor(authorId: string, { limit, before }: PageRequest): Promise<Page<Post>> {
    const rows = await asStore("posts", this.#ofAuthorUpTo(limit).all(authorId, before))
    return cutPage(rows, limit, postOf)
  }

  // The limit stands in the text: as a value that comes later, the planner would take it for a tenth of the table.
  #publishedUpTo(limit: number): PreparedQuery<[string], StoredAuthoredPost & ListedRow> {
    let query = this.#published.get(limit)
    if (query === undefined) {
      query = this.#db.prepare((db, before: string) =>
        db
          .selectFrom((page) =>
            page
              .selectFrom("posts")
              .innerJoin("users", "users.id", "posts.author_id")
              .select([
                ...columns,
                ...authorColumns,
                bytesUpTo(1).as("bytes_before"),
                bytesUpTo(2).as("bytes_earlier"),
              ])
              .where(sql<SqlBool>`posts.published`)
              .where("posts.id", "<", before)
              .orderBy("posts.id", "desc")
              .limit(sql.lit(limit + 1))
              .as("page"),
          )
          .selectAll()
          .where("bytes_earlier", "<", sql.lit(mostBytes)),
      )
      this.#published.set(limit, query)
    }
    return query
  }

  #ofAuthorUpTo(limit: number): PreparedQuery<[string, string], StoredPost & ListedRow> {
    let query = this.#ofAuthor.get(limit)
    if (query === undefined) {
      query = this.#db.prepare((db, authorId: string, before: string) =>
        db
          .selectFrom((page) =>
            page
              .selectFrom("posts")
              .select([...columns, bytesUpTo(1).as("bytes_before"), bytesUpTo(2).as("bytes_earlier")])
              .where("author_id", "=", authorId)
              .where("id", "<", before)
              .orderBy("id", "desc")
              .limit(sql.lit(limit + 1))
              .as("page"),
          )
          .selectAll()
          .where("bytes_earlier", "<", sql.lit(mostBytes)),
      )
      this.#ofAuthor.set(limit, query)
    }
    return query
  }
}

/**
 * The total size of the contents from the first row of a list up to `preceding` rows before each. PostgreSQL knows the
 * length without reading a long content, so rows that do not fit on a page are not read; one more row shows that there
 * is more.
 */
function bytesUpTo(preceding: number): RawBuilder<number> {
  return sql<number>`coalesce(sum(octet_length(posts.content)) over (
    order by posts.id desc rows between unbounded preceding and ${sql.lit(preceding)} preceding), 0)::int`
}

const afterwards = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`

function tellMissingAuthor(error: unknown): string | undefined {
  return isForeignKeyViolation(error) ? "author does not exist" : undefined
}

function postOf(row: StoredPost): Post {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    author_id: row.author_id,
    published: row.published,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function authoredPostOf(row: StoredAuthoredPost): AuthoredPost {
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
