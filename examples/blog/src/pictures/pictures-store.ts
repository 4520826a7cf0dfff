import { isForeignKeyViolation } from "@trivet/postgres"
import { sql } from "kysely"
import { inject, PublicError } from "trivet"
import { Db, type PictureRow } from "../database/db.ts"
import { asStore } from "../database/store-failure.ts"

/** The files of the posts' pictures, in PostgreSQL. A row is deleted together with its post. */
export class PicturesStore {
  readonly #db = inject(Db)
  readonly #ofPosts = this.#db.prepare((db, ids: readonly string[]) =>
    db
      .selectFrom("pictures")
      .selectAll()
      .where(sql<boolean>`post_id = any(${ids}::uuid[])`),
  )
  readonly #filesAmong = this.#db.prepare((db, files: readonly string[]) =>
    db
      .selectFrom("pictures")
      .select("file")
      .where(sql<boolean>`file = any(${files}::text[])`),
  )
  readonly #insert = this.#db.prepare((db, post_id: string, file: string, description: string) =>
    db
      .insertInto("pictures")
      .values({ post_id, file, description })
      .onConflict((conflict) => conflict.column("post_id").doNothing())
      .returning("file"),
  )
  readonly #replace = this.#db.prepare(
    (db, before: string, post_id: string, file: string, description: string) =>
      db
        .updateTable("pictures")
        .set({ file, description })
        .where("post_id", "=", post_id)
        .where("file", "=", before)
        .returning("file"),
  )
  readonly #delete = this.#db.prepare((db, post_id: string) =>
    db.deleteFrom("pictures").where("post_id", "=", post_id).returning("file"),
  )

  /** Which of some files are pictures of posts. */
  async filesAmong(files: readonly string[]): Promise<readonly string[]> {
    return (await asStore("pictures", this.#filesAmong.all(files))).map(({ file }) => file)
  }

  /** The pictures of some posts. */
  ofPosts(ids: readonly string[]): Promise<readonly PictureRow[]> {
    return asStore("pictures", this.#ofPosts.all(ids))
  }

  /** Stores the first picture of a post. `false`: it has one already. Throws 404 if the post was deleted meanwhile. */
  async insert({ post_id, file, description }: PictureRow): Promise<boolean> {
    try {
      return (await this.#insert.first(post_id, file, description)) !== undefined
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new PublicError(404, "Post not found")
      return asStore("pictures", Promise.reject(error as Error))
    }
  }

  /** Replaces the picture `before` of a post. `false`: the post has another one by now, or none. */
  async replace(before: string, { post_id, file, description }: PictureRow): Promise<boolean> {
    return (await asStore("pictures", this.#replace.first(before, post_id, file, description))) !== undefined
  }

  /** Removes the picture of a post, and gives its file. */
  async delete(postId: string): Promise<string | undefined> {
    return (await asStore("pictures", this.#delete.first(postId)))?.file
  }
}
