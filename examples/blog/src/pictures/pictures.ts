import type { UploadedFile } from "@trivet/multipart"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "trivet"
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
    const file = `${crypto.randomUUID()}.${picture.type.slice("image/".length)}`
    const [before] = await this.#store.ofPosts([postId])
    await picture.saveAs(this.#pathOf(file))
    try {
      await this.#store.put({ post_id: postId, file, description })
    } catch (error) {
      await rm(this.#pathOf(file), { force: true })
      throw error
    }
    if (before !== undefined) await rm(this.#pathOf(before.file), { force: true })
  }

  /** Takes a post's picture away, if it has one. */
  async remove(postId: string): Promise<void> {
    const [before] = await this.#store.ofPosts([postId])
    if (before === undefined) return
    await this.#store.delete(postId)
    await rm(this.#pathOf(before.file), { force: true })
  }

  #pathOf(file: string): string {
    return join(this.#uploads.folder, file)
  }
}
