import { Endless } from "../context/reply/endless.ts"
import { isStreamed } from "../context/reply/is-streamed.ts"
import { isBodiless, type Reply } from "../context/reply/reply.ts"

/** In bytes. Below it, less than one packet is saved, and compressing costs more than sending. */
const smallest = 1024

/**
 * Types that compress well. Images, videos, archives and most fonts are compressed already; unknown types are not
 * compressed.
 */
const types =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|yaml|wasm|x-ndjson)|font\/[ot]tf|image\/(?:bmp|x-icon)|[^;]+\+(?:json|xml|text|yaml)\s*(?:;|$))/i

/** Headers of a reply whose bytes must not change: encoded, partial, or with a checksum. */
const final = ["content-encoding", "content-range", "content-digest", "repr-digest", "digest", "content-md5"]

/** Whether a reply may be compressed for a client that accepts it. */
export function isCompressible(reply: Reply, method: string): boolean {
  const { status, headers } = reply
  if (sizeOf(reply, method) < smallest || isBodiless(status) || status === 206) return false
  if (!types.test(headers?.get("content-type") ?? reply.type ?? "")) return false
  if (final.some((name) => headers?.get(name) !== undefined)) return false
  return headers?.all("cache-control").some((line) => /\bno-transform\b/i.test(line)) !== true
}

/** The size of a body in bytes; infinite for a stream of unknown length. */
function sizeOf({ body, headers }: Reply, method: string): number {
  if (typeof body === "string") return Buffer.byteLength(body)
  if (body instanceof Uint8Array) return body.length
  const length = headers?.get("content-length")
  // Endless streams are not compressed: each would hold an encoder for hours, and its events share one compression
  // history, in which a client could detect secrets.
  if (isStreamed(body)) return body instanceof Endless ? 0 : Number(length ?? Infinity)
  return method === "HEAD" ? Number(length ?? 0) : 0
}
