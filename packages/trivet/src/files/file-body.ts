import { close, read } from "node:fs"
import { promisify } from "node:util"
import type { ReusedPieces } from "../context/reply/free-piece.ts"
import type { ByteRange } from "./requested-part.ts"

const readBytes = promisify(read)
const pieceSize = 64 * 1024

/** Buffers for reuse, shared by all bodies. */
const spare: Buffer[] = []
const mostSpare = 64

/** Closes a descriptor. An error here affects no request, so it is ignored. */
export function closeFile(descriptor: number): void {
  close(descriptor, () => undefined)
}

/** Reads a part of an open file in one piece and closes it. */
export async function readWhole(descriptor: number, { start, length }: ByteRange): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length)
  try {
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await readBytes(descriptor, bytes, filled, length - filled, start + filled)
      if (bytesRead === 0) throw new Error(shorter)
      filled += bytesRead
    }
    return bytes
  } finally {
    closeFile(descriptor)
  }
}

const shorter = "a file became shorter while it was read"

/**
 * A part of an open file, read in pieces on demand. It owns the descriptor, which is closed after the last piece, by
 * `return()`, or by `close()`, whichever comes first.
 */
export class FileBody implements AsyncIterableIterator<Uint8Array>, ReusedPieces {
  readonly #descriptor: number
  #position: number
  #left: number
  #reading = false
  #closed = false

  constructor(descriptor: number, { start, length }: ByteRange) {
    this.#descriptor = descriptor
    this.#position = start
    this.#left = length
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#closed) return { done: true, value: undefined }
    this.#reading = true
    try {
      const bytes = spare.pop() ?? Buffer.allocUnsafeSlow(pieceSize)
      const wanted = Math.min(pieceSize, this.#left)
      const { bytesRead } = await readBytes(this.#descriptor, bytes, 0, wanted, this.#position)
      // If the file is shorter than the announced length, the connection must break instead of ending normally.
      if (bytesRead === 0) throw new Error(shorter)
      this.#position += bytesRead
      this.#left -= bytesRead
      return { done: false, value: bytes.subarray(0, bytesRead) }
    } catch (error) {
      this.close()
      throw error
    } finally {
      this.#reading = false
      if (this.#closed) closeFile(this.#descriptor)
      else if (this.#left === 0) this.close()
    }
  }

  // A literal name: with `freePiece`, the type of that constant would be missing in the declaration files.
  "trivet:free-piece"(piece: Uint8Array): void {
    if (spare.length < mostSpare) spare.push(Buffer.from(piece.buffer))
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.close()
    return { done: true, value: undefined }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    // The operating system may reuse the number of a closed descriptor at once, so a pending read must end first.
    if (!this.#reading) closeFile(this.#descriptor)
  }
}
