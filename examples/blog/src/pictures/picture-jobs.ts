import { cron, job } from "@trivet/jobs"
import { Clock, type Context, contract, dto, implement, inject, routes } from "trivet"
import { PicturesStore } from "./pictures-store.ts"
import { Uploads } from "./uploads.ts"

/** The jobs about files of pictures. Code that deletes a picture's row must enqueue `remove` in the same transaction. */
export const PictureFiles = contract({
  remove: job("pictures/remove", {
    summary: "Remove the file of a picture",
    accepts: { body: dto({ file: "required" }) },
  }),
})

/** An upload writes its file before its row. After this many milliseconds it has written both, or failed. */
const grace = 3_600_000

/** Removes files. Both jobs may run twice: a file that is gone stays gone. */
export class PictureJobs {
  readonly #uploads = inject(Uploads)
  readonly #store = inject(PicturesStore)
  readonly #clock = inject(Clock)

  routes() {
    return routes([
      ...implement(PictureFiles, this),
      cron("17 * * * *", "pictures/sweep", this.sweep, {
        summary: "Remove files that no picture has",
        timeout: 600_000,
      }),
    ])
  }

  async remove(ctx: Context<typeof PictureFiles.remove>): Promise<void> {
    const { file } = await ctx.bind()
    await this.#uploads.remove(file)
  }

  /** Files that a process left behind which ended between writing one and its row, or between a row and its file. */
  async sweep(ctx: Context): Promise<void> {
    for await (const files of this.#uploads.writtenBefore(this.#clock.now() - grace)) {
      ctx.signal.throwIfAborted()
      const kept = new Set(await this.#store.filesAmong(files))
      for (const file of files) if (!kept.has(file)) await this.#uploads.remove(file)
    }
  }
}
