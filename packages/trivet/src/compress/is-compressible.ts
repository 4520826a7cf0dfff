import { Endless } from "../context/endless.ts"
import { isStreamed } from "../context/is-streamed.ts"
import { isBodiless, type Reply } from "../context/reply.ts"

/** Below this, what is saved is less than one packet, and compressing costs more than sending. */
const smallest = 1024

/** What shrinks. Pictures, films, archives and most fonts are compressed already; what is unknown is left alone. */
const types =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|yaml|wasm|x-ndjson)|font\/[ot]tf|image\/(?:bmp|x-icon)|[^;]+\+(?:json|xml|text|yaml)\s*(?:;|$))/i

/** Headers of a reply whose bytes are final: encoded, a part of something, or with a checksum. */
const final = ["content-encoding", "content-range", "content-digest", "repr-digest", "digest", "content-md5"]

/** Whether a reply may be compressed for a client that accepts it. */
export function isCompressible(reply: Reply, method: string): boolean {
  const { status, headers } = reply
  if (sizeOf(reply, method) < smallest || isBodiless(status) || status === 206) return false
  if (!types.test(headers?.get("content-type") ?? reply.type ?? "")) return false
  if (final.some((name) => headers?.get(name) !== undefined)) return false
  return headers?.all("cache-control").some((line) => /\bno-transform\b/i.test(line)) !== true
}

/** How many bytes a body has; a stream that does not say may have any number. */
function sizeOf({ body, headers }: Reply, method: string): number {
  if (typeof body === "string") return Buffer.byteLength(body)
  if (body instanceof Uint8Array) return body.length
  const length = headers?.get("content-length")
  // A listener may stay for hours: each would hold an encoder, and its events have one history, secrets among them.
  if (isStreamed(body)) return body instanceof Endless ? 0 : Number(length ?? Infinity)
  return method === "HEAD" ? Number(length ?? 0) : 0
}
