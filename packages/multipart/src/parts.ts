import type { Readable } from "node:stream"
import { Fault } from "trivet"
import type { FormFields } from "trivet/web"
import type { Limits } from "./limits.ts"
import type { UploadFolder } from "./upload-folder.ts"

/** A field, or `undefined` if the schema does not accept it. */
type Entry = readonly [name: string, value: string | object] | undefined

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The fields that a schema accepts: files with these names, and texts with these names, or any if `undefined`. */
export interface Wanted {
  readonly files: ReadonlySet<string>
  readonly texts: ReadonlySet<string> | undefined
}

/** The parts of one form, read as the parser finds them. `failed` rejects with the first error. */
export class Parts {
  readonly limits: Limits
  readonly failed: Promise<never>
  readonly fail: (error: unknown) => void
  readonly #wanted: Wanted
  readonly #folder: UploadFolder
  readonly #entries: Promise<Entry>[] = []
  readonly #sources = new Set<Readable>()
  #texts = 0
  #textBytes = 0
  #stored = 0

  constructor(limits: Limits, wanted: Wanted, folder: UploadFolder) {
    const { promise, reject } = Promise.withResolvers<never>()
    // Prevents an unhandled rejection if it fails before it is awaited.
    promise.catch(() => undefined)
    this.failed = promise
    this.fail = reject
    this.limits = limits
    this.#wanted = wanted
    this.#folder = folder
  }

  /** Reads a part: a file if it has a file name, otherwise a text. */
  take(name: string | undefined, source: Readable, claimed: string | undefined): void {
    // Registered before anything is awaited: an unhandled `error` event would crash the process.
    source.on("error", () => undefined)
    try {
      this.#count(name, claimed)
    } catch (error) {
      this.fail(error)
      source.resume()
      return
    }
    // Files of other fields are skipped. `maxTotal` still counts them.
    if (claimed !== undefined && !this.#isWanted(name, claimed)) source.resume()
    else this.#add(this.#read(name, source, claimed), source)
  }

  /** The fields, after all parts have been read. */
  async fields(): Promise<FormFields> {
    const fields = Object.create(null) as Record<string, (string | object)[]>
    for (const entry of await Promise.all(this.#entries)) if (entry) (fields[entry[0]] ??= []).push(entry[1])
    return fields
  }

  /** Resolves when no part is being read. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#entries)
  }

  /** Stops all reads: nothing is written afterwards. */
  async abandon(): Promise<void> {
    for (const source of this.#sources) source.destroy()
    await this.settled()
  }

  #count(name: string | undefined, claimed: string | undefined): void {
    const { maxFiles: files, maxFields: fields } = this.limits
    if (claimed !== undefined && ++this.#stored > files) throw tooMany(files, "files")
    if (claimed === undefined && ++this.#texts > fields) throw tooMany(fields, "fields")
    if (claimed === undefined) this.#countText(Buffer.byteLength(name ?? ""))
  }

  #isWanted(name: string | undefined, claimed: string | undefined): name is string {
    const { files, texts } = this.#wanted
    if (name === undefined) return false
    // Browsers send a part with an empty file name if no file was chosen.
    return claimed === undefined ? (texts?.has(name) ?? true) : claimed !== "" && files.has(name)
  }

  #add(entry: Promise<Entry>, source: Readable): void {
    this.#sources.add(source)
    // Released at once: a form may have a thousand parts, and each source holds buffers.
    entry.then(() => this.#sources.delete(source), this.fail)
    this.#entries.push(entry)
  }

  async #read(name: string | undefined, source: Readable, claimed: string | undefined): Promise<Entry> {
    const wanted = this.#isWanted(name, claimed)
    if (wanted && claimed !== undefined)
      return [name, await this.#folder.store(source, claimed, this.limits.maxFileSize)]
    const pieces = this.#textPieces(source)
    if (wanted) return [name, await readText(pieces, this.limits.maxFieldSize)]
    // Fields that the schema does not accept are counted but not kept.
    for await (const _ of pieces);
    return undefined
  }

  /** The pieces of a text, counted as they arrive. */
  async *#textPieces(source: Readable): AsyncGenerator<Uint8Array> {
    const { maxFieldSize: fieldSize } = this.limits
    let size = 0
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > fieldSize) throw tooMany(fieldSize, "bytes in a field")
      this.#countText(chunk.length)
      yield chunk
    }
  }

  #countText(bytes: number): void {
    this.#textBytes += bytes
    const { maxText: textTotal } = this.limits
    if (this.#textBytes > textTotal) throw tooMany(textTotal, "bytes in texts")
  }
}

async function readText(pieces: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  // One growing buffer: a list would cost about a hundred bytes per piece, and a client may send pieces of one byte.
  let bytes = Buffer.alloc(0)
  let size = 0
  for await (const piece of pieces) {
    const end = size + piece.length
    if (end > bytes.length) bytes = grow(bytes, Math.max(end, Math.min(bytes.length * 2, limit)))
    bytes.set(piece, size)
    size = end
  }
  try {
    return utf8.decode(bytes.subarray(0, size))
  } catch (cause) {
    throw new Fault("BODY_INVALID", { reason: "a field is not UTF-8" }, { cause })
  }
}

function grow(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const more = Buffer.allocUnsafeSlow(size)
  bytes.copy(more)
  return more
}

function tooMany(limit: number, what: string): Fault {
  return new Fault("FORM_TOO_LARGE", { limit, what })
}
