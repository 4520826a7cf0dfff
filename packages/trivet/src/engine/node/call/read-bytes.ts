import type { IncomingMessage } from "node:http"
import { Fault } from "../../../fault/fault.ts"
import { stopReading } from "../connection/discard-body.ts"
import { headerOf } from "./header-of.ts"

const nothing: Buffer = Buffer.alloc(0)

/** The declared length of a body in bytes; 0 without `Content-Length`. */
export function lengthOf(request: IncomingMessage): number {
  return Number(headerOf(request, "content-length") ?? 0)
}

/** Reads a whole body. A declared length over the limit is rejected before a byte is read. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const declared = lengthOf(request)
  if (declared > limit) return Promise.reject(new Fault("BODY_TOO_LARGE", { limit }))
  // The request has no body, so no events will follow.
  if (request.readableEnded) return Promise.resolve(nothing)
  // The connection was closed before the body was read, so no events will follow.
  if (request.destroyed) return Promise.reject(new Fault("BODY_INCOMPLETE", {}))
  return new Promise((give, reject) => {
    let bytes = nothing
    let length = 0
    request.on("data", (chunk: Buffer) => {
      const end = length + chunk.length
      if (end > limit) {
        stopReading(request)
        request.removeAllListeners("data")
        reject(new Fault("BODY_TOO_LARGE", { limit }))
        return
      }
      if (length === 0) bytes = chunk
      else {
        if (end > bytes.length) bytes = grow(bytes, length, end)
        chunk.copy(bytes, length)
      }
      length = end
      // The body is complete; the `end` event follows a turn later.
      if (end === declared) give(bytes.length === end ? bytes : bytes.subarray(0, end))
    })
    request.on("end", () => give(length === bytes.length ? bytes : bytes.subarray(0, length)))
    request.on("close", () => {
      if (!request.readableEnded) reject(new Fault("BODY_INCOMPLETE", {}))
    })
    // An unhandled `error` event would crash the process.
    request.on("error", () => reject(new Fault("BODY_INCOMPLETE", {})))
  })
}

// One growing buffer instead of a list of chunks: each list entry costs about 100 bytes, and a client may send a
// million chunks of one byte.
function grow(bytes: Buffer, length: number, least: number): Buffer {
  const more = Buffer.allocUnsafe(Math.max(least, bytes.length * 2))
  bytes.copy(more, 0, 0, length)
  return more
}
