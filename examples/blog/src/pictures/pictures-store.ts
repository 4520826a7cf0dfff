import { sql } from "kysely"
import { inject } from "trivet"
import { Db, type PictureRow } from "../database/db.ts"
import { asStore } from "../database/store-failure.ts"

/** Which file is the picture of which post, in PostgreSQL. It goes with its post, whoever removes that. */
export class PicturesStore {
  readonly #db = inject(Db)
  readonly #ofPosts = this.#db.prepare((db, ids: readonly string[]) =>
    db
      .selectFrom("pictures")
      .selectAll()
      .where(sql<boolean>`post_id = any(${ids}::uuid[])`),
  )
  // Where there is one already, it is replaced.
  readonly #put = this.#db.prepare((db, post_id: string, file: string, description: string) =>
    db
      .insertInto("pictures")
      .values({ post_id, file, description })
      .onConflict((conflict) => conflict.column("post_id").doUpdateSet({ file, description })),
  )
  readonly #delete = this.#db.prepare((db, post_id: string) =>
    db.deleteFrom("pictures").where("post_id", "=", post_id),
  )

  /** The pictures of some posts. */
  ofPosts(ids: readonly string[]): Promise<readonly PictureRow[]> {
    return asStore("pictures", this.#ofPosts.all(ids))
  }

  async put({ post_id, file, description }: PictureRow): Promise<void> {
    await asStore("pictures", this.#put.run(post_id, file, description))
  }

  async delete(postId: string): Promise<void> {
    await asStore("pictures", this.#delete.run(postId))
  }
}
