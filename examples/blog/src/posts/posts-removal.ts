import { Jobs } from "@trivet/jobs"
import { inject } from "trivet"
import { Db } from "../database/db.ts"
import { asStore } from "../database/store-failure.ts"
import { isId } from "../ids/time-ordered-ids.ts"
import { PictureFiles } from "../pictures/picture-jobs.ts"
import { Uploads } from "../pictures/uploads.ts"
import { PublicList } from "./public-list.ts"

/** Removes posts with their pictures. */
export class PostsRemoval {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #list = inject(PublicList)
  readonly #uploads = inject(Uploads)

  /** Removes a post. One that is not there needs no removing. */
  async delete(id: string): Promise<void> {
    if (!isId(id)) return
    const file = await asStore("posts", this.#delete(id))
    await this.#list.changed()
    // Removed before the reply, so that the picture is unavailable afterwards. If this process fails to do it, the job
    // does.
    if (file !== undefined && this.#uploads.isOpen) await this.#uploads.remove(file).catch(() => undefined)
  }

  /** One transaction: the file of a picture is removed if its post is, and only then. Gives the file. */
  #delete(id: string): Promise<string | undefined> {
    return this.#db.transact(async () => {
      // Locked, so that no upload adds a picture between the next two statements.
      const post = await this.#db
        .selectFrom("posts")
        .select("id")
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst()
      if (post === undefined) return undefined
      const picture = await this.#db
        .deleteFrom("pictures")
        .where("post_id", "=", id)
        .returning("file")
        .executeTakeFirst()
      await this.#db.deleteFrom("posts").where("id", "=", id).execute()
      if (picture !== undefined) await this.#jobs.enqueue(PictureFiles.remove, picture)
      return picture?.file
    })
  }
}
