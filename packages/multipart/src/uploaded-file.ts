import { constants, createReadStream } from "node:fs"
import { copyFile, readFile } from "node:fs/promises"
import type { FileType } from "./file-type.ts"

/** A file that came with a form. It lies on disk until the call is over; what is to stay must be saved before. */
export class UploadedFile {
  /** What the sender calls it, for people to read. It is never a path, and two files may have the same. */
  readonly name: string
  /** What its first bytes say; the sender's word is not asked. */
  readonly type: FileType | "application/octet-stream"
  readonly size: number
  /** Where it lies until the call is over, under a name of our own. */
  readonly path: string

  constructor(name: string, type: FileType | undefined, size: number, path: string) {
    this.name = name
    this.type = type ?? "application/octet-stream"
    this.size = size
    this.path = path
  }

  /** All of it, in memory. */
  bytes(): Promise<Uint8Array> {
    return readFile(this.path)
  }

  /** Its bytes, piece by piece. */
  stream(): AsyncIterable<Uint8Array> {
    return createReadStream(this.path) as AsyncIterable<Uint8Array>
  }

  /** Keeps it under a path of your own making. A file that is there already is not replaced. */
  async saveAs(path: string): Promise<void> {
    // A copy, because the folders may be on two disks; where both are on one, the system need not copy the bytes.
    await copyFile(this.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  }
}

/** A sender's name for a file without what could lead elsewhere or deceive: no folders, no control characters. */
export function cleanName(claimed: string): string {
  const last = claimed.split(/[/\\]/).at(-1)!.toWellFormed()
  // Invisible characters that turn the reading direction make `exe.png` of `gnp.exe`.
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .slice(0, 200)
    .trim()
  return /^\.*$/.test(plain) ? "file" : plain
}
