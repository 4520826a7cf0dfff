import { type BytesRange, type FileBytes, FileStore, type ListedBytes } from "./file-store.ts"

/** Keeps bytes in memory: they are lost when the process ends. For tests and a first start. */
export class MemoryFileStore extends FileStore {
  readonly #files = new Map<string, Uint8Array>()

  /** The name under which `serve()` logs that the data is lost when the process ends. */
  get inMemory(): string {
    return "files"
  }

  async *list(): AsyncGenerator<ListedBytes> {
    for (const [key, { length }] of this.#files) yield { key, size: length }
  }

  protected async write(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const pieces: Uint8Array[] = []
    // Copied: the source may use its buffer again.
    for await (const piece of source) pieces.push(Uint8Array.from(piece))
    this.#files.set(key, Buffer.concat(pieces))
  }

  protected async open(key: string, range?: BytesRange): Promise<FileBytes | undefined> {
    const whole = this.#files.get(key)
    if (whole === undefined) return undefined
    const { start, length } = range ?? { start: 0, length: whole.length }
    const bytes = whole.subarray(start, start + length)
    return {
      size: whole.length,
      close: () => undefined,
      async *[Symbol.asyncIterator]() {
        for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.slice(at, at + pieceSize)
      },
    }
  }

  protected async remove(key: string): Promise<void> {
    this.#files.delete(key)
  }
}

const pieceSize = 64 * 1024
