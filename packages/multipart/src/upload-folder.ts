import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Fault } from "trivet"
import { findFileType, headLength } from "./file-type.ts"
import { cleanName, UploadedFile } from "./uploaded-file.ts"

/**
 * The folder for the files of one call. It is created with the first file, and only the user of this process can read
 * it.
 */
export class UploadFolder {
  readonly #parent: string
  #path: Promise<string> | undefined
  #count = 0

  constructor(parent: string = tmpdir()) {
    this.#parent = parent
  }

  /** Writes a file as it arrives. Throws a fault as soon as it exceeds its limit. */
  async store(source: AsyncIterable<Uint8Array>, claimed: string, limit: number): Promise<UploadedFile> {
    const folder = await (this.#path ??= mkdtemp(join(this.#parent, "trivet-upload-")))
    const path = join(folder, String(this.#count++))
    const handle = await open(path, "wx", 0o600)
    let size = 0
    let head = Buffer.alloc(0)
    try {
      for await (const chunk of source) {
        size += chunk.length
        if (size > limit) throw new Fault("FORM_TOO_LARGE", { limit, what: "bytes in a file" })
        if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength)])
        await handle.appendFile(chunk)
      }
    } finally {
      await handle.close()
    }
    return new UploadedFile(cleanName(claimed), findFileType(head.subarray(0, headLength)), size, path)
  }

  /** Removes the folder and its content. */
  async remove(): Promise<void> {
    const path = await this.#path?.catch(() => undefined)
    if (path !== undefined) await rm(path, { recursive: true, force: true })
  }
}
