import type { Kysely } from "kysely"
import { inject } from "trivet"
import { Db, type Tables } from "../database/db.ts"
import { asStore } from "../database/store-failure.ts"
import type { User } from "../users/user.ts"
import type { Comment } from "./comment.ts"

/** A comment to be stored. */
export interface NewComment {
  readonly post_id: string
  readonly author: Pick<User, "id" | "name">
  readonly text: string
  readonly created_at: Date
}

/** How many comments are read at a time. */
export const pageLength = 50

/**
 * Comments in PostgreSQL. Those of one post are numbered in the order of their commits, without gaps: a reader who has
 * seen number 7 has seen all before it, and requests those after 7.
 */
export class CommentsStore {
  readonly #db = inject(Db)
  readonly #after = this.#db.prepare((db, post: string, after: number) =>
    ofPost(db, post).where("comments.number", ">", after).orderBy("comments.number").limit(pageLength),
  )
  readonly #before = this.#db.prepare((db, post: string, before: number) =>
    ofPost(db, post)
      .where("comments.number", "<", before)
      .orderBy("comments.number", "desc")
      .limit(pageLength),
  )

  /** Stores a comment; `undefined` if there is no such post. */
  insert({ post_id, author, text, created_at }: NewComment): Promise<Comment | undefined> {
    const stored = this.#db.transact(async () => {
      // Locked until the commit, so that a number is seen only after all smaller ones, and not without its post.
      const post = await this.#db
        .selectFrom("posts")
        .select("id")
        .where("id", "=", post_id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (post === undefined) return undefined
      const { last } = await this.#db
        .selectFrom("comments")
        .select((row) => row.fn.coalesce(row.fn.max("number"), row.lit(0)).as("last"))
        .where("post_id", "=", post_id)
        .executeTakeFirstOrThrow()
      const number = last + 1
      await this.#db
        .insertInto("comments")
        .values({ post_id, number, author_id: author.id, text, created_at })
        .execute()
      return { number, author: author.name, text, created_at: created_at.toISOString() }
    })
    return asStore("comments", stored)
  }

  /** The first comments of a post after a number, oldest first. */
  async after(postId: string, number: number): Promise<readonly Comment[]> {
    return (await asStore("comments", this.#after.all(postId, number))).map(commentOf)
  }

  /** The last comments of a post before a number, oldest first. */
  async before(postId: string, number: number): Promise<readonly Comment[]> {
    return (await asStore("comments", this.#before.all(postId, number))).map(commentOf).toReversed()
  }
}

function ofPost(db: Kysely<Tables>, post: string) {
  return db
    .selectFrom("comments")
    .innerJoin("users", "users.id", "comments.author_id")
    .select(["comments.number", "users.name as author", "comments.text", "comments.created_at"])
    .where("comments.post_id", "=", post)
}

function commentOf(row: Omit<Comment, "created_at"> & { readonly created_at: Date }): Comment {
  return { ...row, created_at: row.created_at.toISOString() }
}
