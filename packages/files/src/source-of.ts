import { fault } from "./faults.ts"

/** Bytes that arrive in pieces. */
export type BytesStream = AsyncIterable<Uint8Array>

/** What `files.put()` stores: a text, bytes, a stream, or a `Blob`, a `File` or an upload of `@trivet/multipart`. */
export type FileSource =
  | string
  | Uint8Array
  | BytesStream
  | {
      readonly name?: string
      readonly type?: string
      readonly size?: number
      stream(): BytesStream
    }

/** A source in its parts. */
export interface Source {
  readonly name: string
  readonly type: string
  readonly size: number | undefined
  readonly stream: BytesStream
  /** Whether its stream can be read only once. */
  readonly once: boolean
}

/** Reads what a source says of itself. */
export function sourceOf(given: FileSource): Source {
  if (typeof given === "string") return { ...sourceOf(Buffer.from(given)), type: "text/plain; charset=utf-8" }
  const unnamed = { name: "file", type: "application/octet-stream" }
  if (given instanceof Uint8Array)
    return { ...unnamed, size: given.length, stream: piecesOf(given), once: false }
  if (typeof given === "object" && given !== null) {
    if ("stream" in given && typeof given.stream === "function") {
      const { name = "", type = "", size } = given
      const said = { name: name || unnamed.name, type: type || unnamed.type }
      return { ...said, size, stream: given.stream(), once: false }
    }
    if (Symbol.asyncIterator in given) return { ...unnamed, size: undefined, stream: given, once: true }
  }
  const what = given === null ? "null" : typeof given === "object" ? "an object without bytes" : typeof given
  throw fault("FILE_SOURCE_INVALID", { what })
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
