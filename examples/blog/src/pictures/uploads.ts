import { mkdirSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { inject } from "trivet"
import { Settings } from "../settings.ts"

/** The folder of the pictures: that of `UPLOADS`, or one that goes when the site stops. Processes must share it. */
export class Uploads {
  readonly #given = inject(Settings).UPLOADS
  readonly folder: string =
    this.#given === undefined ? join(tmpdir(), `blog-pictures-${crypto.randomUUID()}`) : resolve(this.#given)

  constructor() {
    // At once: the route that serves them is made while the application is built, and needs it.
    mkdirSync(this.folder, { recursive: true })
  }

  async onStop(): Promise<void> {
    if (this.#given === undefined) await rm(this.folder, { recursive: true, force: true })
  }
}
