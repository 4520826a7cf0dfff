import { constants, createReadStream } from "node:fs"
import { copyFile, readFile, writeFile } from "node:fs/promises"
import { fault } from "./faults.ts"
import type { FileType } from "./file-type.ts"
import { uploads } from "./uploads.ts"

/** An uploaded file. It is deleted when the request ends: save it before if you want to keep it. */
export class UploadedFile {
  /** The file name that the client sent, without folders and control characters: for display. Do not use it as a path. */
  readonly name: string
  /** The media type, detected from the first bytes; `application/octet-stream` if unknown. */
  readonly type: FileType | "application/octet-stream"
  /** The size in bytes. */
  readonly size: number
  /** A temporary file, or what an `UploadStore` has received. */
  readonly #place: string | AsyncIterable<Uint8Array>

  constructor(
    name: string,
    type: FileType | undefined,
    size: number,
    place: string | AsyncIterable<Uint8Array>,
  ) {
    this.name = name
    this.type = type ?? "application/octet-stream"
    this.size = size
    this.#place = place
    uploads.add(this)
  }

  /** The path of the temporary file. A route with `StoreUploads` of `@trivet/files` has none: there it throws. */
  get path(): string {
    if (typeof this.#place === "string") return this.#place
    throw fault("UPLOAD_WITHOUT_PATH", { name: JSON.stringify(this.name) })
  }

  /** Reads the whole file into memory. */
  async bytes(): Promise<Uint8Array> {
    if (typeof this.#place === "string") return readFile(this.#place)
    const pieces: Uint8Array[] = []
    for await (const piece of this.#place) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** Reads the file in pieces. */
  stream(): AsyncIterable<Uint8Array> {
    if (typeof this.#place === "string") return createReadStream(this.#place) as AsyncIterable<Uint8Array>
    return this.#place
  }

  /** Copies the file to a path. Rejects with `EEXIST` if a file exists there. */
  async saveAs(path: string): Promise<void> {
    if (typeof this.#place !== "string") return writeFile(path, this.#place, { flag: "wx" })
    // A copy, because the folders may be on two disks. On one disk, the file system may clone the file instead of
    // copying its bytes.
    await copyFile(this.#place, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  }
}

/** Cleans a file name from a client, so that it cannot traverse folders or deceive: no folders, no control characters. */
export function cleanName(claimed: string): string {
  const last = claimed.split(/[/\\]/).at(-1)!.toWellFormed()
  // Invisible bidirectional control characters can display `gnp.exe` as `exe.png`.
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .slice(0, 200)
    .trim()
  return /^\.*$/.test(plain) ? "file" : plain
}
