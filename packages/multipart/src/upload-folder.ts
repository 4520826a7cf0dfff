import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Fault } from "trivet"
import { findFileType, headLength } from "./file-type.ts"
import { cleanName, UploadedFile } from "./uploaded-file.ts"
import type { UploadStore } from "./upload-store.ts"

/**
 * The folder for the files of one call, or the store that takes its place. The folder is created with the first file, and only
 * the user of this process can read it.
 */
export class UploadFolder {
  readonly #parent: string
  readonly #store: UploadStore | undefined
  #path: Promise<string> | undefined
  #count = 0

  constructor(parent: string = tmpdir(), store?: UploadStore) {
    this.#parent = parent
    this.#store = store
  }

  /** Writes a file as it arrives. Throws a fault as soon as it exceeds its limit. */
  async store(source: AsyncIterable<Uint8Array>, claimed: string, limit: number): Promise<UploadedFile> {
    let size = 0
    let head = Buffer.alloc(0)
    const pieces = async function* () {
      for await (const chunk of source) {
        size += chunk.length
        if (size > limit) throw new Fault("FORM_TOO_LARGE", { limit, what: "bytes in a file" })
        if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength)])
        yield chunk
      }
    }
    const place = await this.#place(pieces())
    return new UploadedFile(cleanName(claimed), findFileType(head.subarray(0, headLength)), size, place)
  }

  /** Removes the folder and its content. */
  async remove(): Promise<void> {
    const path = await this.#path?.catch(() => undefined)
    if (path !== undefined) await rm(path, { recursive: true, force: true })
  }

  async #place(pieces: AsyncIterable<Uint8Array>): Promise<string | AsyncIterable<Uint8Array>> {
    if (this.#store !== undefined) return this.#store.receive(pieces)
    const folder = await (this.#path ??= mkdtemp(join(this.#parent, "trivet-upload-")))
    const path = join(folder, String(this.#count++))
    const handle = await open(path, "wx", 0o600)
    try {
      for await (const piece of pieces) await handle.appendFile(piece)
    } finally {
      await handle.close()
    }
    return path
  }
}
