import { createHash } from "node:crypto"
import { fault } from "../faults.ts"

/** What bytes must be. They are not stored otherwise. */
export interface ExpectedBytes {
  /** The maximum size in bytes. Default: no limit. */
  readonly maxSize?: number
  /** The exact size in bytes, if it is known. */
  readonly size?: number
  /** The SHA-256 digest in hexadecimal, if it is known. */
  readonly sha256?: string
}

/** What was stored. */
export interface StoredBytes {
  readonly size: number
  /** The SHA-256 digest in hexadecimal. */
  readonly sha256: string
}

/** Bytes that are counted and hashed as they are read. */
export interface CheckedBytes extends AsyncIterable<Uint8Array> {
  /** Available after the last byte. */
  readonly stored: StoredBytes
}

/** Passes bytes on, and throws as soon as they are not what is expected: before the reader learns that they have ended. */
export function checkedBytes(source: AsyncIterable<Uint8Array>, expected: ExpectedBytes): CheckedBytes {
  const { maxSize = Infinity, size: wanted, sha256 } = expected
  const limit = Math.min(maxSize, wanted ?? Infinity)
  const hash = createHash("sha256")
  let size = 0
  let stored: StoredBytes | undefined
  return {
    get stored() {
      return stored!
    },
    async *[Symbol.asyncIterator]() {
      for await (const piece of source) {
        size += piece.length
        if (size > limit)
          throw size > maxSize
            ? fault("FILE_TOO_LARGE", { limit: maxSize })
            : fault("FILE_SIZE_DIFFERS", { wanted: wanted!, size: `more than ${wanted}` })
        hash.update(piece)
        if (piece.length > 0) yield piece
      }
      if (wanted !== undefined && size !== wanted)
        throw fault("FILE_SIZE_DIFFERS", { wanted, size: String(size) })
      const digest = hash.digest("hex")
      if (sha256 !== undefined && sha256.toLowerCase() !== digest)
        throw fault("FILE_DIGEST_DIFFERS", { wanted: sha256, digest })
      stored = { size, sha256: digest }
    },
  }
}
