import type { Readable } from "node:stream"
import { Fault } from "trivet"
import type { FormFields } from "trivet/web"
import type { Limits } from "./limits.ts"
import type { UploadFolder } from "./upload-folder.ts"

type Entry = readonly [name: string, value: string | object]

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The parts of one form, taken as the parser finds them. The first thing that goes wrong is what `failed` tells. */
export class Parts {
  readonly limits: Limits
  readonly failed: Promise<never>
  readonly fail: (error: unknown) => void
  readonly #files: ReadonlySet<string>
  readonly #folder: UploadFolder
  readonly #entries: Promise<Entry>[] = []
  readonly #sources: Readable[] = []
  #texts = 0
  #stored = 0

  constructor(limits: Limits, files: ReadonlySet<string>, folder: UploadFolder) {
    const { promise, reject } = Promise.withResolvers<never>()
    // It may fail while nobody is waiting for it.
    promise.catch(() => undefined)
    this.failed = promise
    this.fail = reject
    this.limits = limits
    this.#files = files
    this.#folder = folder
  }

  /** Takes a part: a text, or a file where a name is claimed for it. */
  take(name: string | undefined, source: Readable, claimed: string | undefined): void {
    // Before anything waits: an error that nobody hears would end the process.
    source.on("error", () => undefined)
    const { files, fields } = this.limits
    if (claimed === undefined ? ++this.#texts > fields : ++this.#stored > files) {
      this.fail(tooMany(claimed === undefined ? fields : files, claimed === undefined ? "fields" : "files"))
      source.resume()
      return
    }
    // Browsers send a file without a name where none was chosen.
    const wanted = name !== undefined && (claimed === undefined || (claimed !== "" && this.#files.has(name)))
    if (wanted) this.#add(this.#read(name, source, claimed), source)
    else source.resume()
  }

  /** The fields, when all parts have been read. */
  async fields(): Promise<FormFields> {
    const fields = Object.create(null) as Record<string, (string | object)[]>
    for (const [name, value] of await Promise.all(this.#entries)) (fields[name] ??= []).push(value)
    return fields
  }

  /** Resolves when no part is being read any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#entries)
  }

  /** Stops whatever is still being read: nothing is written after this. */
  async abandon(): Promise<void> {
    for (const source of this.#sources) source.destroy()
    await this.settled()
  }

  #add(entry: Promise<Entry>, source: Readable): void {
    entry.catch(this.fail)
    this.#entries.push(entry)
    this.#sources.push(source)
  }

  async #read(name: string, source: Readable, claimed: string | undefined): Promise<Entry> {
    if (claimed === undefined) return [name, await readText(source, this.limits.fieldSize)]
    return [name, await this.#folder.store(source, claimed, this.limits.fileSize)]
  }
}

async function readText(source: Readable, limit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooMany(limit, "bytes in a field")
    chunks.push(chunk)
  }
  try {
    return utf8.decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new Fault("BODY_INVALID", { reason: "a field is not UTF-8" }, { cause })
  }
}

function tooMany(limit: number, what: string): Fault {
  return new Fault("FORM_TOO_LARGE", { limit, what })
}
