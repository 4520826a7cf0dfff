import { mkdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { inject } from "trivet"
import { Settings } from "../settings.ts"

/** The folder of the pictures: that of `UPLOADS`, or one that goes when the site stops. Processes must share it. */
export class Uploads {
  readonly #given = inject(Settings).UPLOADS
  /** For the line that `serve()` logs about what is lost when the process ends. */
  readonly inMemory: string | undefined = this.#given === undefined ? "pictures" : undefined
  readonly folder: string =
    this.#given === undefined ? join(tmpdir(), `blog-pictures-${crypto.randomUUID()}`) : resolve(this.#given)

  async onStart(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  async onStop(): Promise<void> {
    if (this.#given === undefined) await rm(this.folder, { recursive: true, force: true })
  }
}
