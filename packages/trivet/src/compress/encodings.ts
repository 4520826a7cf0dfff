import type { Transform } from "node:stream"
import { promisify } from "node:util"
// Imported as a namespace, because a runtime may lack one of the names.
import * as zlib from "node:zlib"

/** A content encoding that replies can have. */
export interface Encoding {
  /** The `Content-Encoding`. */
  readonly name: string
  /** Compresses a body synchronously. */
  encode(bytes: Uint8Array): Uint8Array
  /** Compresses a body on another thread. */
  encodeLater(bytes: Uint8Array): Promise<Uint8Array>
  /** Creates an encoder that flushes after each piece. */
  createEncoder(): Transform
}

const { constants } = zlib

// A body is compressed for one client, so the fast levels pay off: `npm run bench:compress -- --levels` compares them.
// Streams have windows of 64 or 128 KiB, and an open encoder needs less than 1 MB. Brotli with quality 1 discards its
// history at each flush, which costs streams of small pieces nearly all savings.
const gzip = { level: 1 }
const br = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 2 } }
const gzipStream = { level: 1, flush: constants.Z_SYNC_FLUSH }
const brStream = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
  flush: constants.BROTLI_OPERATION_FLUSH,
}
const zstdStream = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 3,
    [constants.ZSTD_c_windowLog]: 17,
    [constants.ZSTD_c_hashLog]: 15,
    [constants.ZSTD_c_chainLog]: 15,
  },
  flush: constants.ZSTD_e_flush,
}

const [gzipLater, brLater] = [promisify(zlib.gzip), promisify(zlib.brotliCompress)]

/** The encodings, in the order of the server's preference. */
export const encodings: readonly Encoding[] = [
  ...(typeof zlib.createZstdCompress === "function" ? [zstdEncoding()] : []),
  {
    name: "br",
    encode: (bytes) => zlib.brotliCompressSync(bytes, br),
    encodeLater: (bytes) => brLater(bytes, br),
    createEncoder: () => zlib.createBrotliCompress(brStream),
  },
  {
    name: "gzip",
    encode: (bytes) => zlib.gzipSync(bytes, gzip),
    encodeLater: (bytes) => gzipLater(bytes, gzip),
    createEncoder: () => zlib.createGzip(gzipStream),
  },
]

function zstdEncoding(): Encoding {
  const later = promisify(zlib.zstdCompress)
  return {
    name: "zstd",
    encode: (bytes) => zlib.zstdCompressSync(bytes, zstd),
    encodeLater: (bytes) => later(bytes, zstd),
    createEncoder: () => zlib.createZstdCompress(zstdStream),
  }
}
