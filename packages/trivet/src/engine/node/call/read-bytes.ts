import type { IncomingMessage } from "node:http"
import { Fault } from "../../../fault/fault.ts"
import { stopReading } from "../connection/discard-body.ts"

const nothing: Buffer = Buffer.alloc(0)

/** The declared length of a body; 0 where there is none. */
export function lengthOf(request: IncomingMessage): number {
  return Number(request.headers["content-length"] ?? 0)
}

/** Reads a whole body. A declared length over the limit is rejected before a byte is read. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const declared = lengthOf(request)
  if (declared > limit) return Promise.reject(new Fault("BODY_TOO_LARGE", { limit }))
  // A call without a body: there will be no events.
  if (request.readableEnded) return Promise.resolve(nothing)
  // Gone before anybody asked for it: no event will come any more.
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
      // All of it is here: the stream's own end comes a turn later.
      if (end === declared) give(bytes.length === end ? bytes : bytes.subarray(0, end))
    })
    request.on("end", () => give(length === bytes.length ? bytes : bytes.subarray(0, length)))
    request.on("close", () => {
      if (!request.readableEnded) reject(new Fault("BODY_INCOMPLETE", {}))
    })
    // Unheard it would end the process.
    request.on("error", () => reject(new Fault("BODY_INCOMPLETE", {})))
  })
}

// A list of chunks would cost a hundred bytes for each: a client may send one byte in each of a million.
function grow(bytes: Buffer, length: number, least: number): Buffer {
  const more = Buffer.allocUnsafe(Math.max(least, bytes.length * 2))
  bytes.copy(more, 0, 0, length)
  return more
}
