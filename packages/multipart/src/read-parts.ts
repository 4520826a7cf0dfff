import { setTimeout } from "node:timers/promises"
import { Busboy, type BusboyInstance } from "@fastify/busboy"
import { Fault } from "trivet"
import type { Incoming } from "trivet/extend"
import type { FormFields } from "trivet/web"
import type { Parts } from "./parts.ts"

/** Milliseconds to wait for the parser after the last byte. By then all of its callbacks are queued. */
const patience = 100
const longestBoundary = 70
const headerSize = 8 * 1024
/** Small pieces are joined up to this many bytes. */
const joined = 1024

/** Reads a body as parts, with backpressure. */
export async function readParts(incoming: Incoming, parts: Parts): Promise<FormFields> {
  const parser = parserFor(incoming.header("content-type") ?? "", parts)
  const finished = new Promise<void>((resolve) => void parser.once("finish", resolve))
  // The parser calls back when the parts have consumed the bytes.
  const give = (bytes: Uint8Array) =>
    Promise.race([new Promise<void>((resolve) => void parser.write(bytes, () => resolve())), parts.failed])
  let total = 0
  let small = new SmallPieces()
  for await (const chunk of incoming.stream()) {
    total += chunk.length
    if (total > parts.limits.maxTotal)
      throw new Fault("FORM_TOO_LARGE", { limit: parts.limits.maxTotal, what: "bytes" })
    if (small.add(chunk)) continue
    if (small.bytes.length > 0) {
      await give(small.bytes)
      // A new buffer: parts may still hold slices of the last one.
      small = new SmallPieces()
    }
    if (!small.add(chunk)) await give(chunk)
  }
  await give(small.bytes)
  parser.end()
  await Promise.race([finished, parts.failed, silence(parts)])
  return Promise.race([parts.fields(), parts.failed])
}

/** Joins small pieces: a client may send one byte per chunk, and the parser needs 20 µs for each piece. */
class SmallPieces {
  readonly #buffer = Buffer.allocUnsafe(joined)
  #length = 0

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Returns false if the piece does not fit. */
  add(piece: Uint8Array): boolean {
    if (this.#length + piece.length > joined) return false
    this.#buffer.set(piece, this.#length)
    this.#length += piece.length
    return true
  }
}

function parserFor(type: string, parts: Parts): BusboyInstance {
  const { maxFields: fields, maxFiles: files, maxHeaderPairs: headerPairs } = parts.limits
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(type)
  const length = (boundary?.[1] ?? boundary?.[2] ?? "").length
  if (length === 0 || length > longestBoundary) throw malformed("its boundary is missing or too long")
  const parser = new Busboy({
    headers: { "content-type": type },
    // All parts are read as byte streams: the parser would replace invalid UTF-8 in texts.
    isPartAFile: () => true,
    // File names are cleaned in one place only, by `cleanName()`.
    preservePath: true,
    limits: { parts: fields + files, headerPairs, headerSize },
  })
  parser.on("file", (name: string | undefined, source, claimed: string | undefined) =>
    parts.take(name, source, claimed),
  )
  parser.on("partsLimit", () =>
    parts.fail(new Fault("FORM_TOO_LARGE", { limit: fields + files, what: "parts" })),
  )
  parser.on("error", (cause) => parts.fail(malformed("its parts do not end properly", cause)))
  return parser
}

/** If a part is cut off in its headers, the parser would wait forever. */
async function silence(parts: Parts): Promise<never> {
  await parts.settled()
  await setTimeout(patience)
  throw malformed("a part has no end")
}

function malformed(reason: string, cause?: unknown): Fault {
  return new Fault("BODY_INVALID", { reason: `the form is malformed: ${reason}` }, { cause })
}
