import type { UploadedFile } from "@trivet/multipart"
import { inject } from "trivet"
import type { PictureRow } from "../database/db.ts"
import { PicturesStore } from "./pictures-store.ts"
import { Uploads } from "./uploads.ts"

/** A post's picture as pages show it. */
export interface Picture {
  readonly src: string
  /** What is to be seen, for those who do not see it. */
  readonly description: string
}

declare module "trivet" {
  interface ContextValues {
    /** Views ask it themselves: a picture is no part of a post, whose fields clients rely on. */
    pictures: Pictures
  }
}

/** Where pages find pictures. */
export const picturesPath = "/pictures"

/** The pictures of posts: files in a folder, under names of our own, and rows that say whose they are. */
export class Pictures {
  readonly #store = inject(PicturesStore)
  readonly #uploads = inject(Uploads)

  /** The pictures of some posts, by the posts' ids. */
  async of(postIds: readonly string[]): Promise<ReadonlyMap<string, Picture>> {
    const rows = postIds.length === 0 ? [] : await this.#store.ofPosts(postIds)
    return new Map(
      rows.map(({ post_id, file, description }) => [
        post_id,
        { src: `${picturesPath}/${file}`, description },
      ]),
    )
  }

  /** Gives a post its picture, in place of the one it had. */
  async put(postId: string, picture: UploadedFile, description: string): Promise<void> {
    // A new name each time: browsers may keep what is under a name for ever.
    const file = this.#uploads.newName(picture.type.slice("image/".length))
    await picture.saveAs(this.#uploads.pathOf(file))
    const swap = this.#swap({ post_id: postId, file, description })
    const before = await swap.catch(async (error: unknown) => {
      await this.#uploads.remove(file)
      throw error
    })
    if (before !== undefined) await this.#uploads.remove(before)
  }

  /** Takes a post's picture away, if it has one. */
  async remove(postId: string): Promise<void> {
    const before = await this.#store.delete(postId)
    if (before !== undefined) await this.#uploads.remove(before)
  }

  /**
   * Replaces a row and returns the file of the previous one. Uploads may be concurrent, also in several processes: each
   * file is returned to exactly one of them, which removes it. If the row has changed since it was read, it is read
   * again; one upload succeeds each time.
   */
  async #swap(row: PictureRow): Promise<string | undefined> {
    for (;;) {
      const [before] = await this.#store.ofPosts([row.post_id])
      if (before === undefined ? await this.#store.insert(row) : await this.#store.replace(before.file, row))
        return before?.file
    }
  }
}
