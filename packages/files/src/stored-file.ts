import { fault } from "./faults.ts"
import type { FileRow } from "./rows/file-rows.ts"
import type { BytesRange, FileBytes } from "./store/file-store.ts"

/** A file: its row, and its bytes when they are read. */
export class StoredFile implements FileRow {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
  readonly created_at: Date
  readonly #open: (range?: BytesRange) => Promise<FileBytes>

  /** @internal Made by `Files`. */
  constructor(row: FileRow, open: (range?: BytesRange) => Promise<FileBytes>) {
    this.id = row.id
    this.name = row.name
    this.type = row.type
    this.size = row.size
    this.sha256 = row.sha256
    this.created_at = row.created_at
    this.#open = open
  }

  /** Reads the bytes in pieces, or a range of them. */
  async *stream(range?: BytesRange): AsyncGenerator<Uint8Array> {
    yield* await this.#open(range)
  }

  /** Reads the whole file into memory. Throws if it is larger than `maxSize`. */
  async bytes({ maxSize = 32 * 1024 ** 2 }: { readonly maxSize?: number } = {}): Promise<Uint8Array> {
    if (this.size > maxSize) throw fault("FILE_TOO_LARGE", { limit: maxSize })
    const pieces: Uint8Array[] = []
    for await (const piece of this.stream()) pieces.push(piece)
    return Buffer.concat(pieces)
  }
}
