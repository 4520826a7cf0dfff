import { constants, createReadStream } from "node:fs"
import { copyFile, readFile } from "node:fs/promises"
import type { FileType } from "./file-type.ts"
import { uploads } from "./uploads.ts"

/** An uploaded file. It is on disk and is deleted when the request ends: save it before if you want to keep it. */
export class UploadedFile {
  /** The file name that the client sent, without folders and control characters: for display. Do not use it as a path. */
  readonly name: string
  /** The media type, detected from the first bytes; `application/octet-stream` if unknown. */
  readonly type: FileType | "application/octet-stream"
  /** The size in bytes. */
  readonly size: number
  /** The path of the temporary file. */
  readonly path: string

  constructor(name: string, type: FileType | undefined, size: number, path: string) {
    this.name = name
    this.type = type ?? "application/octet-stream"
    this.size = size
    this.path = path
    uploads.add(this)
  }

  /** Reads the whole file into memory. */
  bytes(): Promise<Uint8Array> {
    return readFile(this.path)
  }

  /** Reads the file in pieces. */
  stream(): AsyncIterable<Uint8Array> {
    return createReadStream(this.path) as AsyncIterable<Uint8Array>
  }

  /** Copies the file to a path. Rejects with `EEXIST` if a file exists there. */
  async saveAs(path: string): Promise<void> {
    // A copy, because the folders may be on two disks. On one disk, the file system may clone the file instead of
    // copying its bytes.
    await copyFile(this.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
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
